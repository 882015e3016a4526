import type { Ecosystem } from "./ecosystem.ts";

export const php: Ecosystem = {
  name: "php",
  rules: [
    {
      program: `
        phpunit simple-phpunit pest paratest phpspec behat codecept atoum kahlan phpunit.phar infection
        roave-infection-static-analysis-plugin tester peridot`,
      role: "test",
    },
    { program: "phpcbf", role: "write" },
    {
      program: "php-cs-fixer php-cs-fixer.phar rector ecs pint",
      with: "--dry-run --test --check",
      role: "lint",
    },
    { program: "php-cs-fixer", sub: "check", role: "lint" },
    { program: "ecs", sub: "check", without: "--fix", role: "lint" },
    { program: "php-cs-fixer php-cs-fixer.phar rector ecs pint", role: "write" },
    { program: "phpstan", sub: "clear-result-cache, diagnose", role: "inspect" },
    {
      program: `
        phpcs phpstan phpstan.phar psalm phan phpmd parallel-lint phplint deptrac composer-require-checker
        composer-unused phpinsights churn phpcpd local-php-security-checker composer-dependency-analyser
        phparkitect twigcs twig-cs-fixer phpbench-lint grumphp exakat`,
      rewrites: "--alter",
      role: "lint",
    },
    { program: "phpbench", role: "inspect" },
    { program: "php-coveralls ocular test-reporter coveralls", role: "publish" },
    {
      program: "composer",
      sub: `
        install, update, require, config, remove, self-update, global, create-project, bin, dump-autoload,
        dumpautoload, reinstall, i, u, up`,
      role: "setup",
    },
    { program: "composer", sub: "validate, normalize", role: "lint" },
    {
      program: "composer",
      sub: `
        audit, show, diagnose, info, outdated, --version, licenses, why, check-platform-reqs, clear-cache`,
      role: "inspect",
    },
    { program: "php", with: "-l --syntax-check", role: "lint" },
    { program: "php", with: "-v --version -m -i -r -S", role: "inspect" },
    { program: "artisan", sub: "test", role: "test" },
    { program: "artisan", role: "setup" },
    { program: "console", sub: "lint:yaml, lint:twig, lint:container, lint:xliff", role: "lint" },
    { program: "phive", role: "setup" },
  ],
  wrappers: [
    { program: "php", valued: ["-d", "-c", "-z"], itself: ["-l", "-r", "-S", "-i", "-m", "-v"] },
    { program: "composer", sub: "exec", valued: ["-d", "--working-dir"] },
    { program: "phpdbg", valued: [] },
  ],
  tasks: [
    {
      program: "composer",
      sub: "run-script, run",
      source: "composer.json",
      single: true,
      folder: ["-d", "--working-dir"],
    },
    {
      program: "composer",
      source: "composer.json",
      single: true,
      folder: ["-d", "--working-dir"],
      builtin: ["exec", "help"],
    },
    { program: "castor", source: "name" },
  ],
  valued: { php: ["-d", "-c"], composer: ["-d", "--working-dir"] },
};
