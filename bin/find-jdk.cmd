@echo off
rem Prints the home of a JDK 22 or later: JAVA_HOME, JDK_HOME, the java on PATH, then the usual folders. As find-jdk does.
setlocal EnableExtensions DisableDelayedExpansion
set "least=22"
set "found="
set "seen="
call :consider "%JAVA_HOME%"
if not defined found call :consider "%JDK_HOME%"
if not defined found for %%j in (javac.exe) do call :on_path "%%~dp$PATH:j"
if not defined found for /d %%d in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\*" "%ProgramFiles%\Zulu\*" "%USERPROFILE%\.jdks\*") do if not defined found call :consider "%%~d"
if defined found (
  echo %found%
  exit /b 0
)
>&2 echo No JDK %least% or later was found. Looked at JAVA_HOME, JDK_HOME, PATH, and in Java, Eclipse Adoptium,
>&2 echo Microsoft and Zulu below "%ProgramFiles%", and in .jdks of "%USERPROFILE%".
if defined seen >&2 echo Found, but too old:%seen%
>&2 echo Install one ^(for example Temurin 25^) or set JAVA_HOME to one.
exit /b 1

:on_path
if "%~1"=="" exit /b 0
for %%b in ("%~1..") do call :consider "%%~fb"
exit /b 0

rem The release file tells the version, as in JAVA_VERSION="25.0.2"; no JVM is started.
:consider
if "%~1"=="" exit /b 0
if not exist "%~1\bin\javac.exe" exit /b 0
if not exist "%~1\release" exit /b 0
set "major="
for /f "usebackq tokens=1,2 delims==" %%k in ("%~1\release") do if "%%k"=="JAVA_VERSION" call :version %%l
if not defined major exit /b 0
if %major% geq %least% set "found=%~1"
if %major% lss %least% set "seen=%seen% %~1, Java %major%;"
exit /b 0

:version
for /f "delims=." %%m in ("%~1") do set "major=%%m"
exit /b 0
