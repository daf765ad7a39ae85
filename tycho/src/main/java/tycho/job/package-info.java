/** Jobs of MPI that mpjrun announces. Nothing here uses MPI: mpjrun writes the state of a job into this program. */
package tycho.job;
