import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { SoldSectionRow } from './find-seats.ts'
import { type Ground, toDrawing, versionOf } from './ground.ts'
import { changesBetween } from './seat-states.ts'

/** Revisions that are remembered, a second apart while something changes, to answer with what has changed since. */
const REVISIONS_MAX = 16
/** Less is not worth the trouble of unpacking it. */
const GZIP_BYTES_MIN = 1_000

/** An answer as it is sent, made once for all who ask. Text where it has no letters but ASCII's: it is sent more quickly. */
export type PackedAnswer = { plain: Buffer | string; gzip: Buffer | undefined }

export type SeatsNow = {
  readonly revision: string
  /** The version of the drawing. */
  readonly version: string
  /** With the revision that the caller knows, what has changed since; everything where none is named, or it is forgotten. */
  body(since: string | undefined): PackedAnswer
  drawing(): PackedAnswer
}

/** What the seats are of: the first field of each answer. */
export type SeatsOf = { event_id: string } | { season_id: number }

export type Revisions = { add(ground: Ground, soldSections: SoldSectionRow[], states: Uint8Array): SeatsNow }

/** The states of the seats of an event or a season, one after the other. A revision is a hash, so that one of another process is right or unknown. */
export function createRevisions(of: SeatsOf): Revisions {
  const revisions = new Map<string, { version: string; states: Uint8Array }>()
  let drawn: { version: string; body: PackedAnswer } | undefined

  function remember(revision: string, version: string, states: Uint8Array): void {
    revisions.delete(revision)
    revisions.set(revision, { version, states })
    const [oldest] = revisions.keys()
    if (revisions.size > REVISIONS_MAX && oldest !== undefined) revisions.delete(oldest)
  }

  return {
    add(ground, soldSections, states) {
      const version = versionOf(ground, soldSections)
      const revision = hash('sha256', Buffer.concat([Buffer.from(version), states]), 'base64url').slice(0, 16)
      remember(revision, version, states)
      const head = { ...of, version, revision, seats: ground.seats }
      const bodies = new Map<string, PackedAnswer>()

      function write(since: string): PackedAnswer {
        const before = revisions.get(since)
        // Indexes of another drawing mean other seats.
        if (before?.version !== version) return whole()
        return pack({ ...head, since, states: null, changes: changesBetween(before.states, states) })
      }
      const whole = () =>
        keep('', () => pack({ ...head, since: null, states: Buffer.from(states).toString('base64'), changes: null }))

      function keep(since: string, make: () => PackedAnswer): PackedAnswer {
        const earlier = bodies.get(since)
        if (earlier) return earlier
        const body = make()
        // A caller who makes revisions up gets the whole, and it is not kept for that name.
        if (since === '' || revisions.has(since)) bodies.set(since, body)
        return body
      }

      return {
        revision,
        version,
        body: (since) => (since === undefined ? whole() : keep(since, () => write(since))),
        drawing() {
          if (drawn?.version !== version)
            drawn = { version, body: packNames({ ...of, ...toDrawing(ground, version, soldSections) }) }
          return drawn.body
        },
      }
    },
  }
}

/** Ids, numbers and base64. */
function pack(answer: object): PackedAnswer {
  const plain = JSON.stringify(answer)
  return { plain, gzip: plain.length < GZIP_BYTES_MIN ? undefined : gzipSync(plain) }
}

/** Of sections, rows and seats: in any language. */
function packNames(answer: object): PackedAnswer {
  const { plain, gzip } = pack(answer)
  return { plain: Buffer.from(plain), gzip }
}
