import type { Ecosystem } from "./ecosystem.ts";

/** Scala. `sbt` takes any number of commands, each a word or a quoted list; the most telling one decides. */
export const scala: Ecosystem = {
  name: "scala",
  rules: [
    {
      program: "sbt sbtx sbtn",
      task: `
        publish publishSigned ci-release release sonatype* *Publish *PublishGhpages *PushSite ghpagesPushSite
        publishMicrosite tlRelease tlCiRelease bundleUpload publishAll docker:publish Docker/publish`,
      role: "publish",
    },
    { program: "sbt sbtx sbtn", task: "run *runMain ~* console shell", role: "hang" },
    {
      program: "sbt sbtx sbtn",
      task: `
        test test:test test-* *Test *Tests tests testOnly testQuick testFull test*JVM test*JS test*Native
        testsJVM testsJS testAll *IntegrationTest it:test scripted coverageReport coverageAggregate verify
        validate* ci ci-* unitTest* check`,
      role: "test",
    },
    {
      program: "sbt sbtx sbtn",
      task: `
        scalafmtCheck scalafmtCheckAll scalafmtSbtCheck scalafmt::test headerCheck headerCheckAll scalafix
        scalafixAll scalastyle mimaReportBinaryIssues mimaCheck* undeclaredCompileDependenciesTest
        unusedCompileDependenciesTest githubWorkflowCheck *Check *CheckAll lint* checkStyle dependencyCheck
        versionPolicyCheck tastyMiMaReportIssues wartremover* fmtCheck checkFormat fmt-check`,
      role: "lint",
    },
    { program: "sbt sbtx sbtn", task: "scalafmt scalafmtAll scalafmtSbt headerCreate* fmt", role: "write" },
    {
      program: "sbt sbtx sbtn",
      task: `
        compile test:compile Test/compile assembly package *compile doc unidoc mdoc fastOptJS fullOptJS
        fastLinkJS fullLinkJS nativeLink scalaJSLinkerResult makeSite tlSite dist stage publishLocal
        publishM2 *publishLocal docker:publishLocal docusaurusCreateSite makeMicrosite bench*`,
      role: "build",
    },
    { program: "sbt sbtx sbtn", task: "update *update exit clean reload", role: "setup" },
    { program: "sbt sbtx sbtn", with: "--version -version", role: "inspect" },
    { program: "mill millw", task: "mill.scalalib.PublishModule/* *publish* release", role: "publish" },
    {
      program: "mill millw",
      task: "*checkFormat* *checkFormatAll* *.fix *checkFormatSources*",
      role: "lint",
    },
    { program: "mill millw", task: "*reformat*", role: "write" },
    { program: "mill millw", task: "*.compile *.assembly *.docJar compile", without: "-k", role: "build" },
    { program: "mill millw", role: "test" },
    { program: "scala-cli scala", sub: "test", role: "test" },
    { program: "scala-cli scala", sub: "fmt", with: "--check", role: "lint" },
    { program: "scala-cli scala", sub: "fmt, format", role: "write" },
    { program: "scala-cli scala", sub: "compile", role: "build" },
    { program: "scalafmt scalafix", with: "--check --test --list", role: "lint" },
    { program: "scalafmt scalafix", role: "write" },
  ],
  lists: ["sbt", "sbtx", "sbtn"],
};
