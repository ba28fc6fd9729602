import { setImmediate } from 'node:timers/promises'
import { speechOf } from '../../messages/mail/words.ts'
import { type Pen, penOn } from '../../papers/documents/letter-paper.ts'
import { GREY, INK, RULE } from '../../papers/ticket-files/typesetter.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import { fit } from '../../platform/pdf/fit.ts'
import { POINTS_A_MM, type PrintedPage } from '../../platform/pdf/page.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { type ListedPerson, listedName, marginLetter, type PaperSection } from './list-order.ts'
import { paperListWords } from './paper-list-words.ts'
import type { PaperEvent } from './read-paper-list.ts'

/** A4 in millimetres, and where its columns begin. */
const PAGE = { width: 210, height: 297, left: 12, right: 198, first: 34, last: 284 }
const COLUMN = { letter: 12, box: 20, name: 27, place: 82, code: 138, entry: 169 }
const ROW_MM = 5.6
const SIZE = 8.5
/** Drawing a page takes a millisecond or two: after so many, other requests have a turn. */
const PAGES_A_TURN = 5

export type PaperList = { event: PaperEvent; asOf: Date; gate: string | null; sections: PaperSection[] }

type Line = { letter: string | null; person: ListedPerson }

/** A sheet for a steward whose device is dead: a box to tick, who, where, the code to type later, and who is in already. */
export async function drawPaperList(typefaces: Typefaces, list: PaperList): Promise<Buffer> {
  const { event, asOf } = list
  const words = paperListWords(event.language)
  const speech = speechOf(event.language, event.country)
  const pdf = createPdf({
    title: `${words.title}: ${event.title}`,
    author: event.organisation,
    language: speech.language,
  })
  const sheets = sheetsOf(list.sections)
  const counts = list.sections.flatMap(({ people }) => people)
  const facts = [
    `${words.asOf} ${speech.dateTime(asOf, event.timezone)}`,
    `${words.people}: ${counts.length}`,
    `${words.inside}: ${counts.filter(({ isInside }) => isInside).length}`,
  ]
  for (const [index, { title, lines }] of sheets.entries()) {
    const page = pdf.addPage(PAGE.width, PAGE.height)
    const pen = penOn(page, typefaces)
    const heading = [event.title, list.gate, title].filter((part) => part !== null).join(' · ')
    pen.text(PAGE.left, 17, oneLine(typefaces, heading, PAGE.right - PAGE.left, 14), { face: 'headline', size: 14 })
    pen.text(PAGE.left, 23, facts.join(' · '), { size: SIZE, colour: GREY })
    pen.text(PAGE.right, 291, `${words.page} ${index + 1}/${sheets.length}`, { size: 7, colour: GREY, align: 'right' })
    if (lines.length === 0) pen.text(COLUMN.name, PAGE.first, words.emptyList)
    for (const [row, line] of lines.entries()) {
      drawLine({ page, pen, typefaces }, PAGE.first + row * ROW_MM, line, {
        noName: words.noName,
        member: words.member,
        entryOf: ({ entry }) => (entry ? `${speech.time(entry.at, event.timezone)} ${entry.gate}` : ''),
      })
    }
    if (index % PAGES_A_TURN === PAGES_A_TURN - 1) await setImmediate()
  }
  return pdf.finish()
}

const ROWS_A_PAGE = Math.floor((PAGE.last - PAGE.first) / ROW_MM)

/** Each section begins on a sheet of its own, to be handed to its stewards. The margin has a letter where a new one begins, and on top. */
function sheetsOf(sections: PaperSection[]): { title: string | null; lines: Line[] }[] {
  return sections.flatMap(({ title, people }) => {
    const sheets: { title: string | null; lines: Line[] }[] = []
    for (let start = 0; start === 0 || start < people.length; start += ROWS_A_PAGE) {
      const onSheet = people.slice(start, start + ROWS_A_PAGE)
      const lines = onSheet.map((person, row) => {
        const previous = row === 0 ? undefined : onSheet[row - 1]
        const letter = marginLetter(person)
        return { person, letter: previous && marginLetter(previous) === letter ? null : letter }
      })
      sheets.push({ title, lines })
    }
    return sheets
  })
}

type Sheet = { page: PrintedPage; pen: Pen; typefaces: Typefaces }
type LineWords = { noName: string; member: string; entryOf: (person: ListedPerson) => string }

function drawLine({ page, pen, typefaces }: Sheet, y: number, { letter, person }: Line, words: LineWords): void {
  const put = (x: number, until: number, text: string, face: keyof Typefaces = 'text') =>
    pen.text(x, y, oneLine(typefaces, text, until - x - 2, SIZE), { face, size: SIZE })
  if (letter !== null) pen.text(COLUMN.letter, y, letter, { face: 'headline', size: 12 })
  page.line(COLUMN.box, y + 1.7, PAGE.right, y + 1.7, { width: 0.1, colour: RULE })
  drawBox(page, y, person.entry !== null)
  put(COLUMN.name, COLUMN.place, person.name === '' ? words.noName : listedName(person.name), 'strong')
  put(COLUMN.place, COLUMN.code, person.place === '' && person.isMember ? words.member : person.place)
  put(COLUMN.code, COLUMN.entry, person.code)
  put(COLUMN.entry, PAGE.right, words.entryOf(person))
}

const BOX_MM = 3.2

/** Filled for a person who has come in already. */
function drawBox(page: PrintedPage, y: number, isTicked: boolean): void {
  const stroke = { width: 0.25, colour: INK }
  const top = y - 2.7
  if (isTicked) page.fill(COLUMN.box, top, BOX_MM, BOX_MM, INK)
  page.line(COLUMN.box, top, COLUMN.box + BOX_MM, top, stroke)
  page.line(COLUMN.box, top + BOX_MM, COLUMN.box + BOX_MM, top + BOX_MM, stroke)
  page.line(COLUMN.box, top, COLUMN.box, top + BOX_MM, stroke)
  page.line(COLUMN.box + BOX_MM, top, COLUMN.box + BOX_MM, top + BOX_MM, stroke)
}

/** A longer text ends in an ellipsis. */
const oneLine = (typefaces: Typefaces, text: string, width: number, size: number) =>
  fit(typefaces.text, text, width * POINTS_A_MM, [[size, 1]]).lines[0] ?? []
