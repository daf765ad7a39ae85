package mpj.runtime.bootstrap;

import java.util.Map;
import mpj.runtime.pmi.PmiEnvironment;
import mpj.runtime.pmix.PmixClient;
import mpj.runtime.wire.JobEnvironment;
import mpj.runtime.wire.ThreadIdentity;

/**
 * The launchers from which this library's ranks can be started. The order of the constants is the order in which the
 * launchers are looked for.
 */
enum KnownLauncher {
    /**
     * The launcher of this library, in a process whose threads are ranks. The class loader of the caller's classes
     * tells which rank asks.
     */
    MPJRUN_THREADS {
        @Override
        boolean started(Map<String, String> environment) {
            return environment.containsKey(JobEnvironment.THREADS);
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            ClassLoader loader = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE).walk(
                frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
                    .filter(ThreadIdentity.class::isInstance).findFirst().orElse(null));
            if (loader instanceof ThreadIdentity rank) {
                return MpjrunBootstrap.connect(rank.job(), rank.processSize(), again);
            }
            throw new BootstrapException("MPI.Init was called from classes that belong to no rank: the ranks of this"
                + " job are threads of one JVM, and package mpi was loaded by the system's class loader, or by one"
                + " that the program made; give a class loader of the program its caller's class loader as its"
                + " parent, or choose a transport between processes, such as -Dmpj.transport=shm");
        }
    },

    /** The launcher of this library. */
    MPJRUN {
        @Override
        boolean started(Map<String, String> environment) {
            return JobEnvironment.isPresent(environment);
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            try {
                return MpjrunBootstrap.connect(JobEnvironment.read(environment), 1, again);
            } catch (IllegalArgumentException e) {
                throw new BootstrapException(e.getMessage(), e);
            }
        }
    },

    /** Open MPI's mpirun, prun, Slurm's pmix and others that serve PMIx. */
    PMIX {
        @Override
        boolean started(Map<String, String> environment) {
            return PmixClient.isPresent(environment);
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            return new ForeignBootstrap(PmixExchange.join(environment));
        }
    },

    /** Hydra, Slurm's pmi2 and others that speak PMI-1 or PMI-2. */
    PMI {
        @Override
        boolean started(Map<String, String> environment) {
            return PmiEnvironment.isPresent(environment);
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            return new ForeignBootstrap(PmiExchange.join(environment));
        }
    },

    /** Slurm's srun when it serves no PMI. Each of its tasks would take itself for a job of one rank. */
    SRUN_WITHOUT_PMI {
        @Override
        boolean started(Map<String, String> environment) {
            return environment.containsKey("SLURM_PROCID")
                && !environment.getOrDefault("SLURM_STEP_NUM_TASKS", "1").equals("1");
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            throw new BootstrapException("srun started this process as one of "
                + environment.get("SLURM_STEP_NUM_TASKS") + " tasks, but without PMI; use srun --mpi=pmix or "
                + "srun --mpi=pmi2 (srun --mpi=list shows which there are)");
        }
    },

    /** No launcher: the job has only this process. This constant must be the last. */
    NONE {
        @Override
        boolean started(Map<String, String> environment) {
            return true;
        }

        @Override
        Bootstrap connect(Map<String, String> environment, boolean again) {
            return new SoleRank();
        }
    };

    /** Whether the process with this environment was started by this launcher. */
    abstract boolean started(Map<String, String> environment);

    /** @param again whether the process has left its job before */
    abstract Bootstrap connect(Map<String, String> environment, boolean again);

    /** Whether a process that has left its job can join it again. No version of PMI or PMIx promises that. */
    private boolean takesBack() {
        return this == MPJRUN_THREADS || this == MPJRUN || this == NONE;
    }

    static Bootstrap connectTo(Map<String, String> environment) {
        return find(environment).connect(environment, false);
    }

    /** @throws BootstrapException when a process can join only once */
    static Bootstrap reconnectTo(Map<String, String> environment) {
        KnownLauncher launcher = find(environment);
        if (!launcher.takesBack()) {
            throw new BootstrapException("MPI.Init was called before, and the launcher that started this process (by "
                + launcher + ") lets it join its job once; start it with mpjrun to call MPI.Init again after"
                + " MPI.Finalize");
        }
        return launcher.connect(environment, true);
    }

    private static KnownLauncher find(Map<String, String> environment) {
        for (KnownLauncher launcher : values()) {
            if (launcher.started(environment)) {
                return launcher;
            }
        }
        throw new AssertionError("NONE starts everything");
    }
}
