import { speechOf } from '../../messages/mail/words.ts'
import { createPdf } from '../../platform/pdf/document.ts'
import type { Typefaces } from '../../platform/pdf/typefaces.ts'
import { qrCells } from '../../tickets/tickets/qr-code.ts'
import { GREY, RULE } from '../ticket-files/typesetter.ts'
import { documentWords } from './document-words.ts'
import { down, drawFoot, drawHead, drawHowToPay, LEADING, PAGE, penOn } from './letter-paper.ts'
import { letterWords } from './letter-words.ts'
import type { ReminderLetter } from './read-reminders.ts'

const QR_MM = 32

/** One page: what is owed and for what, since when, and how it is paid; with the fan's own link where it goes to the fan alone. */
export async function drawReminder(typefaces: Typefaces, letter: ReminderLetter, link?: string): Promise<Buffer> {
  const { language, seller, level, how } = letter
  const words = letterWords(language)
  const documentWord = documentWords(language, seller.address.country)
  const speech = speechOf(language, seller.address.country)
  const day = (date: string) => speech.date(new Date(`${date}T12:00:00Z`), 'UTC')
  const title = words.reminder(level)
  const about = { title: `${title} ${letter.orderId}`, author: seller.name, language: speech.language }
  const pdf = createPdf(about, { createdAt: letter.sentAt, invoiceXml: null })
  const page = pdf.addPage(PAGE.width, PAGE.height)
  const pen = penOn(page, typefaces)
  const facts: [string, string][] = [
    [documentWord.issued, day(letter.sentOn)],
    [documentWord.order, String(letter.orderId)],
  ]
  let y = drawHead(pen, letter, facts, { title, under: null })
  for (const part of pen.lines(words.asked(level), PAGE.right - PAGE.left)) y = down(pen, y, part)
  y += 6
  const purpose = letter.invoice ?? `${documentWord.order} ${letter.orderId}`
  const rows: [string, string][] = [
    [words.purpose, purpose],
    [words.dueOn, day(letter.dueOn)],
    [documentWord.open, speech.money(letter.openMinor, letter.currency)],
  ]
  page.line(PAGE.left, y - 5, PAGE.right, y - 5, { width: 0.2, colour: RULE })
  for (const [index, [name, value]] of rows.entries()) {
    const face = index === rows.length - 1 ? 'strong' : 'text'
    pen.text(PAGE.left, y, name, { face })
    pen.text(PAGE.right, y, value, { face, align: 'right' })
    y += 6
  }
  page.line(PAGE.left, y - 3, PAGE.right, y - 3, { width: 0.2, colour: RULE })
  y += 6
  if (how) y = drawHowToPay(pen, page, y, how, words)
  if (link !== undefined) {
    page.grid(PAGE.right - QR_MM, y, QR_MM, qrCells(link))
    pen.text(PAGE.left, y + 4, words.online, { face: 'strong' })
    let at = y + 4 + LEADING
    for (const part of pen.lines(link, PAGE.right - PAGE.left - QR_MM - 8)) at = down(pen, at, part, GREY)
    y += QR_MM + 6
  }
  for (const part of pen.lines(words.crossed, PAGE.right - PAGE.left)) y = down(pen, y, part, GREY)
  drawFoot(pen, page, letter, documentWord, 1, 1)
  return pdf.finish()
}

/** What the file is called: reminder-1234-2.pdf. */
export const reminderFileName = ({ orderId, level }: ReminderLetter): string => `reminder-${orderId}-${level}.pdf`
