@echo off
rem Runs an MPI program: bin\mpjrun -np 2 examples\Hello.java. Ranks talk over TCP, or are threads with -dev multicore.
setlocal EnableExtensions DisableDelayedExpansion
for %%h in ("%~dp0..") do set "home=%%~fh"
set "lib=%home%\lib"
if exist "%home%\target\lib\mpj-runtime.jar" set "lib=%home%\target\lib"
if not exist "%lib%\mpj-runtime.jar" (
  >&2 echo mpjrun: the library is not built; run mvnw.cmd -DskipTests package in "%home%"
  exit /b 1
)
set "jdk="
for /f "usebackq delims=" %%j in (`call "%~dp0find-jdk.cmd"`) do set "jdk=%%j"
if not defined jdk exit /b 1
"%jdk%\bin\java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData --enable-native-access=ALL-UNNAMED -Djdk.includeInExceptions=hostInfoExclSocket -cp "%lib%\*" mpj.runtime.launcher.Mpjrun %*
exit /b %ERRORLEVEL%
