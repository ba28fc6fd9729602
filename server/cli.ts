import { Command, CommanderError } from 'commander'
import { FaceBuildError } from './faces/build-faces.ts'
import { BackupError } from './operator/backup/backup-format.ts'
import { ArgumentError } from './operator/cli/values.ts'
import packageJson from './package.json' with { type: 'json' }
import { EmbeddedPostgresError } from './platform/embedded-postgres/embedded-postgres.ts'
import { ApiError } from './platform/http/errors.ts'
import { MigrationError } from './platform/postgres/migrate.ts'
import { CsvFileError } from './platform/values/csv-error.ts'
import { SettingError } from './program/config.ts'
import { StartError } from './program/connect.ts'
import { misspelt } from './program/misspelt.ts'

/** Exit codes: 0 done, 1 it failed, 2 the arguments or settings were wrong. */
const program = new Command('grandstand')
  .description('Headless ticketing, membership and access control')
  .version(packageJson.version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(`grandstand: ${text.replace(/^error: /, '')}`) })

/** Each in a file of its own, which is loaded for that command alone: `start` begins with its database before most of the program is there. */
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./operator/cli/start.ts')).startCommand,
  migrate: async () => (await import('./operator/cli/migrate.ts')).migrateCommand,
  org: async () => (await import('./operator/cli/org.ts')).orgCommands,
  key: async () => (await import('./operator/cli/key.ts')).keyCommands,
  staff: async () => (await import('./operator/cli/staff.ts')).staffCommands,
  clock: async () => (await import('./operator/cli/clock.ts')).clockCommand,
  import: async () => (await import('./operator/cli/import.ts')).importCommand,
  export: async () => (await import('./operator/cli/export.ts')).exportCommand,
  demo: async () => (await import('./operator/cli/demo.ts')).demoCommand,
  doctor: async () => (await import('./operator/cli/doctor.ts')).doctorCommand,
  status: async () => (await import('./operator/cli/status.ts')).statusCommand,
  audit: async () => (await import('./operator/cli/audit.ts')).auditCommand,
  sums: async () => (await import('./operator/cli/sums.ts')).sumsCommand,
  backup: async () => (await import('./operator/cli/backup.ts')).backupCommands,
  restore: async () => (await import('./operator/cli/backup.ts')).backupCommands,
  listen: async () => (await import('./operator/cli/listen.ts')).listenCommand,
  mcp: async () => (await import('./operator/cli/mcp.ts')).mcpCommand,
  shop: async () => (await import('./operator/cli/shop.ts')).shopCommands,
  reseal: async () => (await import('./operator/cli/reseal.ts')).resealCommand,
}

const [named = ''] = process.argv.slice(2)
// An operator who asks for help, or has misspelt a command, is told about all of them.
const wanted = Object.hasOwn(commands, named) ? [named] : Object.keys(commands)
const adders = await Promise.all(wanted.map((name) => commands[name]?.()))
for (const add of new Set(adders)) add?.(program)

/** Mistakes that the reader can mend: their message is enough, a stack would only hide it. */
const PLAIN = [BackupError, CsvFileError, StartError, FaceBuildError, MigrationError, EmbeddedPostgresError, ApiError]

// The reader of our output has seen enough, as in `grandstand org list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

for (const line of misspelt(process.env)) console.error(`grandstand: ${line}`)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof ArgumentError || error instanceof SettingError) fail(error.message, 2)
  else if (PLAIN.some((kind) => error instanceof kind)) fail((error as Error).message, 1)
  else if (typeof (error as NodeJS.ErrnoException).code === 'string') fail(describe(error as NodeJS.ErrnoException), 1)
  else {
    console.error(error)
    process.exitCode = 1
  }
}

function fail(message: string, code: number): void {
  console.error(`grandstand: ${message}`)
  process.exitCode = code
}

/** System and database failures carry a code; that and their own words are what an operator can act on. */
function describe({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOSPC' || code === '53100') return 'the disk is full'
  return `${message} (${code})`
}
