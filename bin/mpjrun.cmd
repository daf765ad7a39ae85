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
for /f "usebackq delims=" %%j in (`call "%~dp0find-jdk.cmd" --jre`) do set "jdk=%%j"
if not defined jdk exit /b 1
rem A .java file needs a JDK. If a JRE was found, look for a JDK; without one, the launcher says what is missing.
if not exist "%jdk%\bin\javac.exe" call :compiler %*
rem starter.jar only starts this script, in place of MPJ Express's starter. No program needs it.
set "class_path="
pushd "%lib%"
for %%f in (*.jar) do if /i not "%%f"=="starter.jar" call :add "%lib%\%%f"
popd
"%jdk%\bin\java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData --enable-native-access=ALL-UNNAMED -Djdk.includeInExceptions=hostInfoExclSocket -cp "%class_path%" mpj.runtime.launcher.Mpjrun %*
exit /b %ERRORLEVEL%

:add
if defined class_path (set "class_path=%class_path%;%~1") else set "class_path=%~1"
exit /b 0

:compiler
if "%~1"=="" exit /b 0
if /i not "%~x1"==".java" (
  shift
  goto compiler
)
for /f "usebackq delims=" %%j in (`call "%home%\bin\find-jdk.cmd" 2^>nul`) do set "jdk=%%j"
exit /b 0
