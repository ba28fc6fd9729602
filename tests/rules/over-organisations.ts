import type { Statement } from './statements.ts'

/**
 * Statements that look over organisations. All but the last four find what is due, and whose it is, and claim it in the same
 * breath, so that two workers never find the same; whatever is then done is done for one organisation. The list may only shrink.
 */
const OVER_ORGANISATIONS: { finds: string; statement: RegExp }[] = [
  {
    finds: 'mails to send, the urgent ones of everybody first',
    statement: /^with due as \( select org_id, mail_id from mails .* update mails m set due_at/,
  },
  {
    finds: 'endpoints with something to send, those first that have waited longest',
    statement: /^with free as \( select 1 from webhook_queues .* update webhook_queues q set leased_by/,
  },
  {
    finds: 'how many payments nobody can settle, for an alarm to the operator, who serves all organisations',
    statement: /^select count\(\*\)::integer as payments, .* from payments where \( payment_status in/,
  },
  {
    finds:
      'the endpoints that the sender has claimed; it serves those of many at once, each named with its organisation',
    statement: /^select e\.org_id, e\.webhook_endpoint_id, .* from unnest\(.*\) as h \(org_id, webhook_endpoint_id\)/,
  },
  {
    finds: 'what they are to be sent, each endpoint named with its organisation, and each message',
    statement:
      /^select (d\.org_id, .* cross join lateral|org_id, message_id, .* join webhook_messages m using \(org_id)/,
  },
  {
    finds: 'the deliveries of which the results are known, each named with its organisation',
    statement: /^with relaxed as .* json_to_recordset\(.* where d\.org_id = r\.org_id and d\.webhook_delivery_id = r\./,
  },
  {
    finds: 'the endpoints that the sender keeps or gives back, each named with its organisation',
    statement:
      /^(with kept as \( select q\.|select 1 from webhook_queues q join unnest|update webhook_queues q set due_at)/,
  },
]

export const oneLine = ({ text }: Statement): string => text.replaceAll(/\s+/g, ' ').trim()

/** It answers with ids of organisations and nothing else, and changes nothing: the question which of them have something due. */
const asksWhose = (line: string) =>
  /^select distinct org_id from /.test(line) && !/\b(insert|update|delete|merge)\b/.test(line)

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

/** Those of the list that none of these statements is. */
export const unusedEntries = (statements: Statement[]): string[] =>
  OVER_ORGANISATIONS.filter(({ statement }) => !statements.map(oneLine).some((line) => statement.test(line))).map(
    ({ finds }) => finds,
  )
