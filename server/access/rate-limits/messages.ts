/** What processes tell each other over the database's own channel. */
export type Message =
  | { kind: 'recall'; sender: string; orgId: number; startMs: number; subject: string }
  | { kind: 'standing'; sender: string; orgId: number; startMs: number; subject: string; leased: number; used: number }

export const writeMessage = (message: Message): string =>
  JSON.stringify(
    message.kind === 'recall'
      ? [message.kind, message.sender, message.orgId, message.startMs, message.subject]
      : [message.kind, message.sender, message.orgId, message.startMs, message.subject, message.leased, message.used],
  )

/** A newer program may say things that this one does not know: they are ignored. */
export function readMessage(payload: string): Message | undefined {
  const [kind, sender, orgId, startMs, subject, leased, used] = partsOf(payload)
  if (typeof sender !== 'string' || typeof subject !== 'string') return undefined
  if (typeof orgId !== 'number' || typeof startMs !== 'number') return undefined
  if (kind === 'recall') return { kind, sender, orgId, startMs, subject }
  if (kind !== 'standing' || typeof leased !== 'number' || typeof used !== 'number') return undefined
  return { kind, sender, orgId, startMs, subject, leased, used }
}

function partsOf(payload: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(payload)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
