/** Package registries that set-up steps may reach. `*.` at the start stands for any subdomain. */
export const defaultHosts: readonly string[] = [
  // JavaScript
  "*.npmjs.org",
  "registry.yarnpkg.com",
  "repo.yarnpkg.com",
  "npm.jsr.io",
  "jsr.io",
  "deno.land",
  "nodejs.org",
  // Python
  "pypi.org",
  "files.pythonhosted.org",
  "conda.anaconda.org",
  "repo.anaconda.com",
  // Rust
  "crates.io",
  "index.crates.io",
  "static.crates.io",
  "static.rust-lang.org",
  // Go
  "proxy.golang.org",
  "sum.golang.org",
  // Ruby
  "rubygems.org",
  "index.rubygems.org",
  // PHP; Composer takes most packages as archives of their repositories
  "packagist.org",
  "repo.packagist.org",
  "codeload.github.com",
  // JVM
  "repo.maven.apache.org",
  "repo1.maven.org",
  "maven.google.com",
  "dl.google.com",
  "plugins.gradle.org",
  "plugins-artifacts.gradle.org",
  "services.gradle.org",
  "downloads.gradle.org",
  // .NET
  "api.nuget.org",
  // Elixir and Erlang
  "hex.pm",
  "repo.hex.pm",
  "builds.hex.pm",
  // Haskell, OCaml, Dart, Perl, Swift
  "hackage.haskell.org",
  "opam.ocaml.org",
  "pub.dev",
  "cpan.metacpan.org",
  "www.cpan.org",
  "cdn.cocoapods.org",
];
