/** One step forward. A step that has been released is never changed; the next one is added below it. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

// The unique keys of a run are what makes intake lose and double nothing: one delivery, one run; one command
// of one comment, one run. The command is kept as a digest because its text can be longer than an index allows.
// `json`, not `jsonb`: people's text and programs' output may hold NUL or half a surrogate pair, which jsonb refuses.
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: "runs",
    sql: `
      create table avatar.runs (
        run_id          text primary key,
        delivery_id     text not null,
        installation_id bigint not null,
        repository      text not null,
        issue           bigint not null,
        comment_id      bigint not null,
        command_digest  text not null,
        job             json not null,
        status          text not null default 'queued' check (status in ('queued', 'running', 'ended')),
        result          json,
        created_at      timestamptz not null default now(),
        started_at      timestamptz,
        ended_at        timestamptz,
        constraint runs_one_per_delivery unique (delivery_id),
        constraint runs_one_per_command unique (comment_id, command_digest)
      );
      create index runs_newest on avatar.runs (created_at desc, run_id);
      create index runs_of_issue on avatar.runs (repository, issue);
    `,
  },
];
