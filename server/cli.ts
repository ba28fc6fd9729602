import { Command, CommanderError } from 'commander'
import { SettingError } from './config.ts'
import { StartError } from './connect.ts'
import { FaceBuildError } from './faces/build-faces.ts'
import { misspelt } from './misspelt.ts'
import { BackupError } from './operator/backup/backup-format.ts'
import { auditCommand } from './operator/cli/audit.ts'
import { backupCommands } from './operator/cli/backup.ts'
import { demoCommand } from './operator/cli/demo.ts'
import { doctorCommand } from './operator/cli/doctor.ts'
import { exportCommand } from './operator/cli/export.ts'
import { importCommand } from './operator/cli/import.ts'
import { keyCommands } from './operator/cli/key.ts'
import { listenCommand } from './operator/cli/listen.ts'
import { migrateCommand } from './operator/cli/migrate.ts'
import { orgCommands } from './operator/cli/org.ts'
import { resealCommand } from './operator/cli/reseal.ts'
import { shopCommands } from './operator/cli/shop.ts'
import { staffCommands } from './operator/cli/staff.ts'
import { startCommand } from './operator/cli/start.ts'
import { ArgumentError } from './operator/cli/values.ts'
import packageJson from './package.json' with { type: 'json' }
import { EmbeddedPostgresError } from './platform/embedded-postgres/embedded-postgres.ts'
import { ApiError } from './platform/http/errors.ts'
import { MigrationError } from './platform/postgres/migrate.ts'
import { CsvFileError } from './platform/values/csv-error.ts'

/** Exit codes: 0 done, 1 it failed, 2 the arguments or settings were wrong. */
const program = new Command('grandstand')
  .description('Headless ticketing, membership and access control')
  .version(packageJson.version)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(`grandstand: ${text.replace(/^error: /, '')}`) })

const commands = [
  startCommand,
  migrateCommand,
  orgCommands,
  keyCommands,
  staffCommands,
  importCommand,
  exportCommand,
  demoCommand,
  doctorCommand,
  auditCommand,
  backupCommands,
  listenCommand,
  shopCommands,
  resealCommand,
]
for (const add of commands) add(program)

/** Mistakes that the reader can mend: their message is enough, a stack would only hide it. */
const PLAIN = [BackupError, CsvFileError, StartError, FaceBuildError, MigrationError, EmbeddedPostgresError, ApiError]

// Whoever reads has seen enough, as in `grandstand org list | head`.
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
