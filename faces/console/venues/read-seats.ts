import type { FileTable } from '../imports/read-table.ts'
import { words } from '../words/venues.ts'
import type { PlanSection } from './usual-ground.ts'

export type ReadSeats = { sections: PlanSection[]; problems: string[] }

type Column = 'section' | 'block' | 'row' | 'seat' | 'gate' | 'level' | 'aisle'

/** What a heading may be called; the first of each is the one that the empty file has. */
const HEADINGS: Record<Column, string[]> = {
  section: ['section', 'stand', 'tribüne', 'bereich', 'tribuna', 'sector'],
  block: ['block', 'sub section', 'sub_section_title', 'bloque'],
  row: ['row', 'reihe', 'fila'],
  seat: ['seat', 'seats', 'sitz', 'platz', 'asiento'],
  gate: ['gate', 'eingang', 'tor', 'puerta'],
  level: ['level', 'ebene', 'rang', 'nivel'],
  aisle: ['aisle', 'gang', 'aufgang', 'pasillo'],
}
const RANGE_MAX = 1000

/** A list of seats as the sections, rows and seats that the API takes, in the order of the file; and what could not be read, by line. */
export function readSeats({ headings, rows }: FileTable): ReadSeats {
  const places = placesOf(headings)
  const missing = (['section', 'seat'] as const).filter((column) => places[column] < 0)
  if (missing.length > 0)
    return {
      sections: [],
      problems: missing.map((column) =>
        words.missingHeading({ heading: words.headings[ORDER.indexOf(column)] ?? column }),
      ),
    }
  const problems: string[] = []
  const sections = new Map<string, PlanSection>()
  const known = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    const text = (column: Column) => (cells[places[column]] ?? '').trim()
    const problem = (what: string) => problems.push(words.lineProblem({ line: index + 2, problem: what }))
    const [title, block, row] = [text('section'), text('block'), text('row')]
    if (title === '') problem(words.noSection)
    else if (text('seat') === '') problem(words.noSeat)
    else {
      const seats = seatTitles(text('seat'))
      if (!seats) problem(words.badRange({ text: text('seat') }))
      for (const seat of seats ?? []) {
        const key = JSON.stringify([title, block, row, seat])
        if (known.has(key)) problem(words.twice({ text: seat }))
        else {
          known.add(key)
          const labels = labelsOf({ gate: text('gate'), level: text('level'), aisle: text('aisle') })
          rowOf(sections, title, block, row).seats.push({ title: seat, ...labels })
        }
      }
    }
  }
  return { sections: [...sections.values()], problems }
}

const ORDER: Column[] = ['section', 'block', 'row', 'seat', 'gate', 'level', 'aisle']

const placesOf = (headings: string[]): Record<Column, number> =>
  Object.fromEntries(
    ORDER.map((column) => [
      column,
      headings.findIndex((heading) => HEADINGS[column].includes(heading.trim().toLowerCase())),
    ]),
  ) as Record<Column, number>

/** One seat, or all of a row: 1-24. */
function seatTitles(text: string): string[] | undefined {
  const [, first, last] = /^(\d{1,4})\s*[-–]\s*(\d{1,4})$/.exec(text) ?? []
  if (first === undefined || last === undefined) return [text]
  const [from, to] = [Number(first), Number(last)]
  if (to < from || to - from >= RANGE_MAX) return undefined
  return Array.from({ length: to - from + 1 }, (_, seat) => String(from + seat))
}

const labelsOf = (labels: Record<'gate' | 'level' | 'aisle', string>) =>
  Object.fromEntries(Object.entries(labels).filter(([, text]) => text !== ''))

function rowOf(sections: Map<string, PlanSection>, title: string, block: string, row: string) {
  const key = JSON.stringify([title, block])
  const section = sections.get(key) ?? { title, sub_section_title: block === '' ? null : block, rows: [] }
  sections.set(key, section)
  const rowTitle = row === '' ? null : row
  const known = section.rows.find((each) => each.title === rowTitle)
  if (known) return known
  const added: PlanSection['rows'][number] = { title: rowTitle, seats: [] }
  section.rows.push(added)
  return added
}
