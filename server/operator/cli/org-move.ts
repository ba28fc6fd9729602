import { type Command, Option } from 'commander'
import { openDatabase, type Sql } from '../../platform/postgres/database.ts'
import { PostgresError } from '../../platform/postgres/errors.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import { readConfig } from '../../program/config.ts'
import { checkServer, connect, StartError } from '../../program/connect.ts'
import { openSeal } from '../../program/secret.ts'
import { cancelMove, cleanUp, type Move, moveOrganisation } from '../move/move-organisation.ts'
import { ArgumentError, findOrg, print, recordCli } from './values.ts'

type Options = { org: string; to?: string; address?: string; cancel?: boolean; cleanUp?: boolean; json?: boolean }

/** Several transactions that copy, at both ends. */
const POOL = { poolSize: 9, statementTimeoutMs: 0, applicationName: 'grandstand org move' }

export function moveCommand(org: Command): void {
  org
    .command('move')
    .description('move an organisation to another cell while it goes on selling; started again, it goes on')
    .requiredOption('--org <id>')
    .addOption(new Option('--to <url>', 'database of the other cell: postgres://…').env('MOVE_TO'))
    .option('--address <url>', 'where the API of the other cell is; default: as its processes say by PUBLIC_URL')
    .option('--cancel', 'undo a move that is not finished; without --to where the other cell is lost')
    .option('--clean-up', 'remove what an organisation that has moved left behind, but for its keys')
    .option('--json', 'print one JSON object')
    .action((options: Options) => withBoth(options, (move) => carryOut(options, move)))
}

async function carryOut({ cancel, cleanUp: cleansUp, to, json }: Options, move: Move): Promise<void> {
  if (cleansUp) await cleanUp(move)
  else if (cancel) await cancelMove(to === undefined ? { ...move, to } : move)
  else {
    const { address, stoppedMs } = await moveOrganisation(move)
    const entry = { action: 'organisation.moved', objectType: 'organisation', objectId: move.orgId, after: { address } }
    await move.to.begin((tx) => recordCli(tx, move.orgId, entry))
    print(json, { org_id: String(move.orgId), address, stopped_ms: stoppedMs === null ? null : Math.round(stoppedMs) })
  }
}

/** What was said goes to standard error with --json, so that a script reads the result alone. */
async function withBoth(options: Options, work: (move: Move) => Promise<void>): Promise<void> {
  const { org, to: url, address, json } = options
  if (url === undefined && !options.cleanUp && !options.cancel)
    throw new ArgumentError('--to is required: the database of the other cell')
  if (url !== undefined && !/^postgres(ql)?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ArgumentError('--to must be an address that starts with postgres:// or postgresql://')
  if (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new ArgumentError('--address must be an address that starts with http:// or https://')
  const config = readConfig(process.env)
  if (url !== undefined) await checkServer(url, '--to')
  const connection = await connect(config, 'tool')
  const databases: Sql[] = []
  const open = (place: string) => {
    const sql = openDatabase(place, POOL)
    databases.push(sql)
    return sql
  }
  try {
    const from = open(connection.url)
    const to = url === undefined ? from : open(url)
    // What is sealed moves as it is.
    await openSeal(from, config)
    if (to !== from) await openSeal(to, config).catch(sayOfOther)
    await work({
      orgId: await findOrg(from, org),
      from,
      to,
      address: address && withoutTrailingSlashes(address),
      say: json ? console.error : console.log,
    })
  } finally {
    for (const sql of databases) await sql.end({ timeout: 5 })
    await connection.stop()
  }
}

/** Which of the two databases it is that cannot be used. */
function sayOfOther(error: unknown): never {
  if (error instanceof PostgresError && error.code === '42P01')
    throw new StartError('--to names a database that has no tables yet, or old ones: run grandstand migrate there')
  throw error instanceof StartError ? new StartError(`--to: ${error.message}`) : error
}
