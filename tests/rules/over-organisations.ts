import type { Statement } from './statements.ts'

/** Statements that look over organisations for something else than whose it is. They change and lock nothing. The list may only shrink. */
const OVER_ORGANISATIONS: { finds: string; statement: RegExp; atStart?: true }[] = [
  {
    finds: 'how many payments nobody can settle, for an alarm to the operator, who serves all organisations',
    statement: /^select count\(\*\)::integer as payments, .* from payments where \( payment_status in/,
  },
  {
    finds: 'anything that was sealed, for a process that starts to try its secret on',
    statement: /^\(select private_key_encrypted as sealed from event_signing_keys limit 1\) union all/,
    atStart: true,
  },
]

export const oneLine = ({ text }: Statement): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * It answers with ids of organisations, at most with how many things each of them has due or since when, and changes and locks
 * nothing: the question which of them have something to do. What is then done is done for one organisation at a time.
 */
export const asksWhose = (line: string): boolean =>
  /^select (distinct )?(\w+\.)?org_id(, count\(\*\)::integer as \w+|, due_at|, created_at)? from /.test(line) &&
  !/\b(insert|update|delete|merge|share)\b/.test(line)

/** What a statement that may look over organisations finds; undefined for one that may not. */
export const findsOverOrganisations = (statement: Statement): string | undefined => {
  const line = oneLine(statement)
  if (asksWhose(line)) return 'which organisations have something due'
  return OVER_ORGANISATIONS.find((entry) => entry.statement.test(line))?.finds
}

/** It looks for what is due, of whomever, and not only for what it names itself with its organisation. */
const looksForDue = (line: string) => !/\b(unnest|json_to_recordset) ?\(/.test(line)

/** Finds what is due of organisations that are in another cell as well, where their own workers see to it. */
export const findsElsewhere = (statement: Statement): boolean => {
  const line = oneLine(statement)
  return findsOverOrganisations(statement) !== undefined && looksForDue(line) && !/\borganisation_moves\b/.test(line)
}

/** Those of the list, but for what only a process that starts sends, that none of these statements is. */
export const unusedEntries = (statements: Statement[]): string[] =>
  OVER_ORGANISATIONS.filter(
    ({ statement, atStart }) => !atStart && !statements.map(oneLine).some((line) => statement.test(line)),
  ).map(({ finds }) => finds)
