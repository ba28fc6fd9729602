import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { ask, until, untilGone } from './embedded-postgres.ts'
import { createDatabase, createTemplate, startTestServer } from './postgres.ts'

// A server of our own in any case: making the template anew would pull it away from the run that we are part of.
delete process.env.TEST_DATABASE_URL
delete process.env.TEST_WORKER_URLS

test('each test file gets a database of its own, with what the template holds', async () => {
  const server = await startTestServer()
  try {
    await createTemplate(server.url, async (url) => void (await ask(url, 'create table seeded as select 7 as value')))
    const [one, two] = await Promise.all([createDatabase(server.url), createDatabase(server.url)])
    await ask(one.url, 'update seeded set value = 8')
    assert.equal(await ask(one.url, 'select value from seeded'), 8)
    assert.equal(await ask(two.url, 'select value from seeded'), 7)
    await one.drop()
    await two.drop()
    assert.equal(
      await ask(server.url, `select count(*)::int from pg_database where datname like 'grandstand_test_%'`),
      0,
    )
  } finally {
    await server.stop()
  }
})

test('a killed test run leaves neither a server nor a folder', async () => {
  const program = `
    import { startTestServer } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    import { openDatabase } from ${JSON.stringify(new URL('../../server/platform/postgres/database.ts', import.meta.url).href)}
    const { url } = await startTestServer()
    const sql = openDatabase(url)
    const [row] = await sql\`select current_setting('data_directory') as folder, pid from pg_stat_file('postmaster.pid'),
      regexp_split_to_table(pg_read_file('postmaster.pid'), '\\n') with ordinality as line (pid, number) where number = 1\`
    console.log(JSON.stringify(row))`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { value } = await createInterface({ input: runner.stdout })[Symbol.asyncIterator]().next()
  const { folder, pid }: { folder: string; pid: string } = JSON.parse(value ?? '{}')
  assert.ok((await stat(folder)).isDirectory())
  runner.kill('SIGKILL')
  await untilGone(Number(pid))
  await until('the folder is gone', () =>
    stat(dirname(folder)).then(
      () => false,
      () => true,
    ),
  )
})
