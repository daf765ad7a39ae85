@echo off
rem Prints the home of a JDK 22 or later: JAVA_HOME, JDK_HOME, the java on PATH, then the usual folders. With --jre, a
rem JRE is enough: the one that JAVA_HOME names, or any JRE if there is no JDK. The script find-jdk does the same.
setlocal EnableExtensions DisableDelayedExpansion
set "least=22"
set "kind=JDK"
if "%~1"=="--jre" set "kind=Java"
set "found="
set "jre="
set "seen="
call :consider "%JAVA_HOME%" JAVA_HOME
if "%kind%"=="Java" if not defined found set "found=%jre%"
if not defined found call :consider "%JDK_HOME%" JDK_HOME
if not defined found for %%j in (javac.exe) do call :on_path "%%~dp$PATH:j"
if not defined found for %%j in (java.exe) do call :on_path "%%~dp$PATH:j"
if not defined found for /d %%d in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\*" "%ProgramFiles%\Zulu\*" "%USERPROFILE%\.jdks\*") do if not defined found call :consider "%%~d"
if "%kind%"=="Java" if not defined found set "found=%jre%"
if defined found (
  echo %found%
  exit /b 0
)
>&2 echo No %kind% %least% or later was found. Looked at JAVA_HOME, JDK_HOME, PATH, and in Java, Eclipse Adoptium,
>&2 echo Microsoft and Zulu below "%ProgramFiles%", and in .jdks of "%USERPROFILE%".
if defined seen >&2 echo Found, and of no use here:%seen%
>&2 echo Install a JDK ^(for example Temurin 25^) or set JAVA_HOME to one.
exit /b 1

:on_path
if "%~1"=="" exit /b 0
for %%b in ("%~1..") do call :consider "%%~fb"
exit /b 0

rem The version is in the release file, as in JAVA_VERSION="25.0.2", so no JVM is started.
:consider
if "%~1"=="" exit /b 0
if not exist "%~1\bin\java.exe" (
  if not "%~2"=="" set "seen=%seen% %~1, of %~2, without bin\java.exe;"
  exit /b 0
)
if not exist "%~1\release" exit /b 0
set "major="
for /f "usebackq tokens=1,2 delims==" %%k in ("%~1\release") do if "%%k"=="JAVA_VERSION" call :version %%l
if not defined major exit /b 0
if exist "%~1\bin\javac.exe" goto jdk
if %major% lss %least% set "seen=%seen% %~1, JRE %major%, too old;"
if %major% lss %least% exit /b 0
set "seen=%seen% %~1, JRE %major%, without javac;"
if not defined jre set "jre=%~1"
exit /b 0

:jdk
if %major% geq %least% set "found=%~1"
if %major% lss %least% set "seen=%seen% %~1, JDK %major%, too old;"
exit /b 0

:version
for /f "delims=." %%m in ("%~1") do set "major=%%m"
exit /b 0
