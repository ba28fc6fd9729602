import type { Member } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import { Sheet } from '../parts/page.tsx'
import { placeLabel } from '../parts/place.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { words } from '../words/members.ts'
import { isCancelled, seatOf } from './member-words.ts'

type Changing = { member: Member; onChanged(member: Member): void }

/** The seat of the season: whose it is, given, changed and taken back. */
export function SeatSheet({ member, onChanged }: Changing) {
  const { whyNot } = useConsole()
  const [isChoosing, setChoosing] = useState(false)
  const why =
    whyNot('members:manage') ??
    whyNot('programme:manage', 'read') ??
    (isCancelled(member) ? words.itIsCancelledReinstateIt : undefined)
  const seat = seatOf(member)
  return (
    <Sheet title={words.seasonSeat}>
      <p>{seat ?? words.noneTheyStandOrSit}</p>
      {isChoosing ? (
        <SeatChoice
          member={member}
          onChanged={(changed) => {
            setChoosing(false)
            onChanged(changed)
          }}
        />
      ) : (
        <div class={form.actions}>
          <Button why={why} onClick={() => setChoosing(true)}>
            {seat === undefined ? words.giveASeat : words.giveAnotherSeat}
          </Button>
          {seat !== undefined && (
            <ConfirmButton
              label={words.takeItBack}
              title={words.takeTheSeatBack}
              verb={words.takeItBack2}
              why={why}
              act={async () => onChanged(await api.members.releaseSeat(member.membership_member_id))}
            >
              {words.itCanBeSoldTo}
            </ConfirmButton>
          )}
        </div>
      )}
    </Sheet>
  )
}

/** As many as the API gives at once; larger sections are chosen from by the row. */
const SEATS_MAX = 500

function SeatChoice({ member, onChanged }: Changing) {
  const [mapId, setMapId] = useState<number | undefined>()
  const [sectionId, setSectionId] = useState<number | undefined>()
  const maps = useLoad(async () => {
    const { data } = await api.seatMaps.list({ limit: 100 }).page()
    const active = data.filter(({ status }) => status === 'active')
    setMapId(active[0]?.seat_map_id)
    return active
  }, [])
  const map = useLoad(async () => {
    if (mapId === undefined) return undefined
    const seatMap = await api.seatMaps.retrieve(mapId)
    setSectionId(seatMap.sections[0]?.seat_section_id)
    return seatMap
  }, [mapId])
  const seats = useLoad(async () => {
    if (mapId === undefined || sectionId === undefined) return undefined
    const part = { seat_section_id: sectionId, status: 'active' as const, limit: SEATS_MAX }
    const { data } = await api.seatMaps.listSeats(mapId, part).page()
    return data.filter(({ membership_member_id }) => membership_member_id === null)
  }, [mapId, sectionId])
  const { submit, isBusy, error } = useSubmit(async (filled) => {
    const seatId = Number(filled.text('seat'))
    onChanged(await api.members.assignSeat(member.membership_member_id, { membership_seat_id: seatId }))
    toast(words.theSeatIsTheirs)
  })
  const trouble = error ?? maps.error ?? map.error ?? seats.error
  return (
    <form class={form.form} onSubmit={submit}>
      {trouble !== undefined && <TroubleNotice error={trouble} />}
      {maps.data?.length === 0 && <p>{words.thereIsNoSeatMap}</p>}
      {maps.data && maps.data.length > 1 && (
        <SelectField
          name="map"
          label={words.ground}
          options={maps.data.map(({ seat_map_id, title }) => ({ value: String(seat_map_id), label: title }))}
          onChange={({ currentTarget }) => setMapId(Number(currentTarget.value))}
        />
      )}
      {map.data && (
        <SelectField
          name="section"
          label={words.section}
          options={map.data.sections.map(({ seat_section_id, title, sub_section_title }) => ({
            value: String(seat_section_id),
            label: placeLabel({ section_label: title, sub_section_title }),
          }))}
          onChange={({ currentTarget }) => setSectionId(Number(currentTarget.value))}
        />
      )}
      {seats.data && (
        <SelectField
          key={sectionId}
          name="seat"
          label={words.freeSeat}
          required
          options={seats.data.map((seat) => ({
            value: String(seat.seat_id),
            label: placeLabel({ ...seat, section_label: seat.seat_section }),
          }))}
        />
      )}
      <div class={form.actions}>
        <Button
          type="submit"
          look="strong"
          busy={isBusy}
          why={seats.data?.length ? undefined : words.noSeatOfThisSection}
        >
          {words.giveIt}
        </Button>
      </div>
    </form>
  )
}
