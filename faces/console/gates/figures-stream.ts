import type { StewardMessage } from '@grandstand/sdk'

type Counts = { entries: number; exits: number; refusals: number }

/** What the live view of an event says, as the API describes it. */
export type LiveFigures = Counts & {
  event_id: string
  as_of: number
  followers: number
  inside: number
  inside_at_least: number
  inside_at_most: number
  gates: (Counts & { gate_id: number; gate: string; followers: number; entries_of_5_minutes: number })[]
  message: StewardMessage | null
  reasons: { result: string; refusals: number }[]
  minutes: (Counts & { minute: number })[]
}

/** Objects of a stream of server-sent events, each as soon as it is whole. */
export async function* framesOf<Frame>(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const messages = text.split('\n\n')
    text = messages.pop() ?? ''
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5))
      if (data.length > 0) yield JSON.parse(data.join('\n')) as Frame
    }
  }
}

const MINUTES = 60

/** Every minute of the last hour, also those in which no fan came. */
export function everyMinute({
  minutes,
  as_of,
}: Pick<LiveFigures, 'minutes' | 'as_of'>): { minute: number; entries: number }[] {
  const last = Math.floor(as_of / 60) * 60
  const entries = new Map(minutes.map((each) => [each.minute, each.entries]))
  return Array.from({ length: MINUTES }, (_, index) => {
    const minute = last - (MINUTES - 1 - index) * 60
    return { minute, entries: entries.get(minute) ?? 0 }
  })
}

/** People a minute over the last five. */
export const pace = (entriesOf5Minutes: number): string => String(Math.round(entriesOf5Minutes / 5))
