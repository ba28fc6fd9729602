import type { PageTicket, TicketPage } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { placeParts, placeText } from '../kit/place.ts'
import { Qr } from '../kit/qr.tsx'
import { calendarOf } from './calendar.ts'
import { useCodeOfMoment } from './code-of-moment.ts'
import { HolderDialog } from './holder-dialog.tsx'
import type { OnChanged } from './on-changed.ts'
import { PassFiles, saveFile } from './pass-files.tsx'
import { SeatOnMap } from './seat-on-map.tsx'
import styles from './ticket.module.css'
import { spoken, words } from './words.ts'

/** A ticket as it is shown at the gate: the code on white, then where to go, then what can be done with it. */
export function TicketSheet({
  page,
  ticket,
  onChanged,
}: {
  page: TicketPage
  ticket: PageTicket
  onChanged: OnChanged
}) {
  const [dialog, setDialog] = useState<'rename' | 'pass_on' | null>(null)
  const { barcode } = ticket
  const mayChange = page.changes && barcode !== null
  return (
    <article class={styles.ticket}>
      <div class={styles.stub}>
        <h2>{ticket.ticket_name ?? ticket.price_title}</h2>
        <p>
          {ticket.price_title}
          {ticket.category_title !== ticket.price_title && `, ${ticket.category_title}`}
        </p>
        <Place ticket={ticket} />
      </div>
      <div class={styles.code}>
        {barcode === null ? (
          <p class={styles.void}>{words.states[String(ticket.ticket_status_id)] ?? words.noTicket}</p>
        ) : (
          <Code ticket={ticket} barcode={barcode} />
        )}
        {ticket.short_code !== null && (
          <p class={styles.typed}>
            {words.typed} <b>{inGroups(ticket.short_code)}</b>
          </p>
        )}
        <p class={styles.number}>
          {words.number(ticket.ticket_id)}
          {ticket.used && <strong>{words.used}</strong>}
        </p>
      </div>
      {page.ground && ticket.spot && (
        <SeatOnMap ground={page.ground} spot={ticket.spot} label={words.onMap(placeText(ticket, spoken))} />
      )}
      <div class={styles.actions}>
        {mayChange && <Button onClick={() => setDialog('rename')}>{words.rename}</Button>}
        {mayChange && !ticket.used && <Button onClick={() => setDialog('pass_on')}>{words.passOn}</Button>}
        {barcode !== null && (
          <PassFiles
            wallets={page.wallets}
            name={`ticket-${ticket.ticket_id}`}
            pdf={`/tickets.pdf?ticket_id=${ticket.ticket_id}`}
            passes={`/tickets/${ticket.ticket_id}`}
          />
        )}
        <Button onClick={() => saveCalendar(page)}>{words.calendar}</Button>
      </div>
      {dialog && (
        <HolderDialog
          ticket={ticket}
          passOn={dialog === 'pass_on'}
          onClose={() => setDialog(null)}
          onChanged={onChanged}
        />
      )}
    </article>
  )
}

/** The barcode, or where the event's barcodes rotate the code of the moment. */
function Code({ ticket, barcode }: { ticket: PageTicket; barcode: string }) {
  const code = useCodeOfMoment(barcode, ticket.rotation)
  return (
    <>
      {code !== '' && <Qr text={code} label={words.code(ticket.ticket_id)} />}
      {ticket.rotation && <p class={styles.rotating}>{words.rotating(ticket.rotation.period_seconds)}</p>}
    </>
  )
}

/** As the PDF prints it, to be read out: 8GK3-M2QX-7V4TD. */
const inGroups = (code: string) => code.replace(/^(.{4})(.{4})(.+)$/, '$1-$2-$3')

/** Where to go, as a scoreboard: large, each under its name; what is a sentence stands below. */
function Place({ ticket }: { ticket: PageTicket }) {
  const parts = placeParts(ticket, spoken)
  const entrance = parts.find(({ name }) => name === 'entrance')
  return (
    <>
      <dl class={styles.place}>
        {parts
          .filter((part) => part !== entrance)
          .map(({ name, label, value }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {entrance && (
        <p class={styles.way}>
          {entrance.label}: {entrance.value}
        </p>
      )}
    </>
  )
}

const saveCalendar = (page: TicketPage) =>
  saveFile(new Blob([calendarOf(page, Date.now())], { type: 'text/calendar' }), `event-${page.event.event_id}.ics`)
