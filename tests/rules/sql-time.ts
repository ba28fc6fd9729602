import { isTestFile, type SourceFile } from './source-files.ts'

/** The database's own time in a statement: it is the real one, which an organisation's need not be. */
const REAL_TIME = /(?<![\w.])(?:now\(\)|clock_timestamp\(\)|current_timestamp|current_date|localtimestamp)/g

/** Where the real time is meant. */
const MEANT: Record<string, string> = {
  'server/access/clock-offsets.ts': 'what an organisation’s time is made of',
  'server/messages/webhooks/sending/': 'leases of workers',
  'server/operator/audit/ladders.ts': 'with what the organisation is ahead by',
  'server/operator/cli/payment-account.ts': 'when an operator changed a setting',
  'server/files/imports/member-file.ts': 'no SQL: the clock that it is given',
  'server/operator/move/': 'leases and states of a move between cells',
  'server/operator/status/': 'queues of the installation',
  'server/platform/': 'knows no organisations',
  'server/payments/figures/count-sales.ts': 'how long a statement that is still under way may take',
  'server/program/secret.ts': 'the installation’s',
}

const isMeant = (path: string) => Object.keys(MEANT).some((place) => path.startsWith(place))

/** Statements that ask the database for the time where an organisation's is to be asked. */
export const realTimes = (files: SourceFile[]): string[] =>
  files
    .filter(({ path }) => !isTestFile(path) && !path.endsWith('-fixture.ts') && !isMeant(path))
    .flatMap(({ path, text }) => [...text.matchAll(REAL_TIME)].map(([time]) => `${path}: ${time}`))

export const unusedPlaces = (files: SourceFile[]): string[] =>
  Object.keys(MEANT).filter(
    (place) => !files.some(({ path, text }) => path.startsWith(place) && text.search(REAL_TIME) >= 0),
  )
