import assert from 'node:assert/strict'
import { test } from 'node:test'
import ts from 'typescript-6'
import { openTestDatabase } from '../harness/house.ts'
import { shardFindings } from './one-shard.ts'
import { findsOverOrganisations } from './over-organisations.ts'
import { isTestFile, readSources, type SourceFile } from './source-files.ts'
import { shardedTables } from './tenant-rows.ts'

/*
 * What the examples of the operations and the worker's tasks send is looked at as it reaches the database (queries.test.ts,
 * background.test.ts). Here every statement and every part of one is, as it stands in the sources: those too that no example sends.
 */
const { sql } = await openTestDatabase({ poolSize: 1 })
const tables = await shardedTables(sql)

type Template = { place: string; text: string }

/** A value of a statement is `$1`; a part of it that is written elsewhere, and read there, is `…`. */
const VALUE = /(?:[=<>(,|+*-]|\b(?:any|limit|offset|like|then|else|between|values))\s*$/

/** Made by a template or a function that is given the tag. */
const isFragment = (expression: string): boolean => /`|\((?:[\w.]+, )?(?:sql|tx|db)\b/.test(expression)

function templatesOf({ path, text }: SourceFile): Template[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const templates: Template[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /(^|\.)(sql|tx|db|plain|connection)$/.test(node.tag.getText())) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      templates.push({ place: `${path}:${line + 1}`, text: textOf(node.template) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return templates
}

function textOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text
  return template.templateSpans.reduce(
    (text, { expression, literal }) =>
      `${text}${VALUE.test(text) && !isFragment(expression.getText()) ? '$1' : '…'}${literal.text}`,
    template.head.text,
  )
}

const findingsOf = ({ text }: Template): string[] =>
  findsOverOrganisations({ text, parameters: [] }) ? [] : shardFindings(text, tables, { isPart: true })

test('every statement in the sources is one that the shard of its organisation can answer', async () => {
  const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !isTestFile(path))
  const templates = sources.flatMap(templatesOf)
  assert.ok(templates.length > 500, `only ${templates.length} statements were found`)
  const findings = templates.flatMap((template) =>
    findingsOf(template).map((finding) => `${template.place} ${finding}`),
  )
  assert.deepEqual(findings, [])
})

/** The tests of the test: what a shard refuses or, worse, answers differently. */
const faults: [sentence: string, text: string, finding: RegExp][] = [
  ['a query without org_id', 'select user_id from customers where user_id = $1', /reads customers without/],
  [
    'a sub-select that has the organisation of the row around it',
    'select array(select t.ticket_id from tickets t where t.org_id = o.org_id) from orders o where o.org_id = $1',
    /reads tickets without/,
  ],
  [
    'a sub-select in a join',
    `select 1 from orders o
    cross join lateral (select count(*) from tickets where org_id = o.org_id and order_id = o.order_id) t
    where o.org_id = $1`,
    /reads tickets without/,
  ],
  [
    'a second table of a join that is held by nothing',
    'select 1 from orders o join tickets t on t.order_id = o.order_id where o.org_id = $1',
    /reads tickets without/,
  ],
  [
    'a part of a union',
    'select user_id from customers where org_id = $1 union select user_id from members where user_id = $2',
    /reads members without/,
  ],
  [
    'rows that are found by a common table expression of many organisations',
    `with due as (select org_id, mail_id from mails where due_at <= $1 for update skip locked)
    update mails m set due_at = $2 from due where m.org_id = due.org_id and m.mail_id = due.mail_id`,
    /reads mails without/,
  ],
  [
    'an insert of whatever organisation a record names',
    'insert into holds (org_id, places) select r.org_id, r.places from unnest($1::bigint[], $2::int[]) as r (org_id, places)',
    /inserts into holds without/,
  ],
  ['an insert of nobody', 'insert into holds (places) values ($1)', /inserts into holds without/],
  [
    'an id that is drawn where the rows are',
    `select array(select nextval('tickets_ticket_id_seq') from generate_series(1, places)) from order_lines where org_id = $1`,
    /draws from a sequence/,
  ],
  [
    'an id that was drawn, asked for where the rows are',
    `select sequence from webhook_messages where org_id = $1 and message_id = currval('webhook_messages_message_id_seq')`,
    /draws from a sequence/,
  ],
  [
    'a parameter in the where of an upsert',
    `insert into idempotency_keys as k (org_id, idempotency_key) values ($1, $2)
    on conflict (org_id, idempotency_key) do update set created_at = excluded.created_at where k.created_at <= $3`,
    /a parameter in the where of an upsert/,
  ],
  [
    'a query in an upsert',
    `insert into holds as h (org_id, places) values ($1, $2)
    on conflict (org_id) do update set places = (select 1) returning places`,
    /a query in an upsert/,
  ],
  [
    'a sum of times in an upsert, which depends on the time zone',
    `insert into ticket_admissions as a (org_id, ticket_id) values ($1, $2)
    on conflict (org_id, ticket_id) do update set last_scanned_at = a.last_scanned_at + interval '1 second'`,
    /depends on more than its rows/,
  ],
  [
    'a query in the values of an insert',
    'insert into members (org_id, barcode) values ($1, (select code from unnest($2::text[]) as d (code) limit 1))',
    /a query in the values/,
  ],
  [
    'a change by case x when y',
    `update orders set order_status = case order_status when 'refunded' then 'cancelled' end where org_id = $1`,
    /case when x = y/,
  ],
  ['what a volatile function says', 'update orders set token = gen_random_uuid() where org_id = $1', /volatile/],
  [
    'a sum of times in a change',
    `update payments set changed_at = changed_at + interval '1 minute' where org_id = $1`,
    /depends on the time zone/,
  ],
  [
    'a sum of times that says what is deleted',
    `delete from wallet_passes p using events e
    where p.org_id = $1 and e.org_id = $2 and coalesce(e.ends_at, e.starts_at + interval '24 hours') < $3`,
    /depends on the time zone/,
  ],
  [
    'a time that may not be needed',
    'update event_signing_keys set retired_at = coalesce(retired_at, now()) where org_id = $1',
    /within case or coalesce/,
  ],
  [
    'a lock beside what is read under it',
    'select pg_try_advisory_xact_lock(7), max(membership_member_id) from members where org_id = $1',
    /advisory lock/,
  ],
]

test('is caught: a lock of the node that the statement is sent to', () => {
  assert.match(shardFindings('select pg_advisory_xact_lock($1)', tables).join(), /of the node that it is sent to/)
})

/** Of the service as a whole, or of a move, which no cluster takes part in. */
const LOCKS_ELSEWHERE = ['server/operator/move/stop-writes.ts', 'server/operator/move/capture-changes.ts']

test('every advisory lock of a transaction is taken where the rows of its organisation are', async () => {
  const sources = (await readSources(['server'], ['.ts'])).filter(({ path }) => !isTestFile(path))
  const locking = sources.filter(
    ({ path, text }) => /\bpg_(try_)?advisory_xact_lock/.test(text) && !LOCKS_ELSEWHERE.includes(path),
  )
  assert.ok(locking.length >= 5, `only ${locking.length} files take one`)
  const elsewhere = locking.filter(({ text }) => !/\batShard\(|\bemptied\b/.test(text)).map(({ path }) => path)
  assert.deepEqual(elsewhere, [])
})

for (const [sentence, text, finding] of faults) {
  test(`is caught: ${sentence}`, () => {
    assert.match(shardFindings(text, tables).join('\n'), finding)
    assert.match(shardFindings(text, tables, { isPart: true }).join('\n'), finding)
  })
}

const sound: [sentence: string, text: string][] = [
  [
    'a join by org_id of tables of which one has the constant',
    `select 1 from orders o join tickets t using (org_id, order_id) left join seats s on s.org_id = t.org_id
    where o.org_id = $1 and exists (select 1 from refunds where org_id = $1)`,
  ],
  [
    'tables that are on every node',
    'select o.name, k.name from organisations o join api_keys k using (org_id) where k.key_hash = $1',
  ],
  [
    'ids that are drawn by the outermost list',
    `select nth, nextval('tickets_ticket_id_seq') from (
      select n.nth from order_lines l cross join lateral generate_series(1, l.places) as n (nth) where l.org_id = $1
    ) lines`,
  ],
  ['a statement without tables', `select nextval('orders_order_id_seq') from generate_series(1, $1)`],
  [
    'a lock where the rows of the organisation are',
    `select key from (select count(*) from organisation_anchors where org_id = $1) as shard, unnest($2::text[]) as asked (key)
    where pg_try_advisory_xact_lock(hashtextextended($3 || key, 0))`,
  ],
  [
    'rows of one organisation that are inserted, and an upsert by its two rows',
    `insert into ticket_admissions as a (org_id, ticket_id, entries)
    select $1::bigint, r.ticket_id, 1 from unnest($2::bigint[]) as r (ticket_id)
    on conflict (org_id, ticket_id) do update set entries = a.entries + excluded.entries where a.entries = 0`,
  ],
]

for (const [sentence, text] of sound) {
  test(`is not caught: ${sentence}`, () => {
    assert.deepEqual(shardFindings(text, tables), [])
  })
}
