package mpj.bench.imb;

import java.util.List;
import mpj.settings.Catalogue;
import mpj.settings.Setting;
import mpj.settings.TextSetting;

/** The properties of a side of {@code bin/bench compare imb}. Their values are those of the options of {@code imb}. */
public final class BenchProperties implements Catalogue {
    static final TextSetting BUFFER = Setting.text("mpj.bench.buffer", "as `bin/bench imb -buffers` takes")
        .otherwiseFound(null, "as `--buffer` says");
    static final TextSetting CONTIG_TYPE = Setting
        .text("mpj.bench.contig_type", "as `bin/bench imb -contig_type` takes").otherwise("base");
    static final TextSetting DATA_TYPE = Setting.text("mpj.bench.data_type", "as `bin/bench imb -data_type` takes")
        .otherwise("byte");
    static final TextSetting WINDOW = Setting.text("mpj.bench.window", "as `bin/bench imb-rma -window` takes")
        .otherwise("create");
    /** The folder of the library. {@code bin/bench compare imb} sets it. */
    static final TextSetting HOME = Setting.text("mpj.home", "a folder").otherwise(".");

    /** Called by {@link java.util.ServiceLoader}. */
    public BenchProperties() {
    }

    @Override
    public String title() {
        return "Benchmarks";
    }

    @Override
    public List<Setting<?>> settings() {
        return List.of(BUFFER, CONTIG_TYPE, DATA_TYPE, WINDOW, HOME);
    }
}
