import type { LostSeat, ProposedSeat, Season } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { SelectField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { useAction } from '../../kit/use-action.ts'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { useConsole } from '../parts/console.tsx'
import form from '../parts/form.module.css'
import lists from '../parts/list/list.module.css'
import { Sheet } from '../parts/page.tsx'
import { seatLabel } from '../parts/place.ts'
import { routes } from '../parts/routes.ts'
import { TroubleNotice } from '../parts/trouble.tsx'
import { useSubmit } from '../parts/use-submit.ts'
import { common } from '../words/common.ts'
import { words } from '../words/seasons.ts'

type SheetProps = { season: Season; seatMapId: number; onChanged(season: Season): void }

const placeOf = ({ sub_section_title, ...seat }: ProposedSeat) => seatLabel({ ...seat, seat_block: sub_section_title })

/** Holders whose seat the season does not have, each with the nearest free one, which staff accept or change. */
export function LostSeats({ season, seatMapId, onChanged }: SheetProps) {
  const { whyNot } = useConsole()
  const action = useAction()
  const [choosing, setChoosing] = useState<LostSeat | undefined>()
  const lost = useLoad(() => api.seasons.listLostSeats(season.season_id, { limit: 100 }).page(), [season])
  const mayChange = whyNot('programme:manage') === undefined && season.status === 'active'
  const keep = async (memberId: number, seatId: number) => {
    onChanged(await api.seasons.keepSeat(season.season_id, memberId, { seat_id: seatId }))
    setChoosing(undefined)
    toast(common.saved)
  }
  return (
    <Sheet title={words.lostSeats}>
      <p>{words.aboutLost}</p>
      {lost.error !== undefined && <TroubleNotice error={lost.error} onRetry={lost.reload} />}
      {action.error !== undefined && <TroubleNotice error={action.error} />}
      {lost.data && (
        <div class={lists.scroll}>
          <Table
            stacks
            caption={words.lostSeats}
            rows={lost.data.data}
            keyOf={({ membership_member_id }) => membership_member_id}
            columns={[
              {
                title: common.member,
                cell: ({ membership_member_id, first_name, last_name }) => (
                  <a href={routes.member(membership_member_id)}>{`${first_name} ${last_name}`}</a>
                ),
              },
              { title: words.seatBefore, cell: ({ from_seat }) => placeOf(from_seat) },
              { title: words.whyLost, isMinor: true, cell: ({ reason }) => words.lostReasons[reason] ?? reason },
              {
                title: words.proposal,
                cell: ({ proposed_seat }) => (proposed_seat === null ? words.noProposal : placeOf(proposed_seat)),
              },
              {
                title: common.action,
                align: 'end',
                cell: (row) =>
                  mayChange && (
                    <>
                      {row.proposed_seat !== null && (
                        <Button
                          busy={action.isBusy}
                          onClick={() =>
                            action.run(() => keep(row.membership_member_id, row.proposed_seat?.seat_id ?? 0))
                          }
                        >
                          {words.acceptProposal}
                        </Button>
                      )}
                      <Button onClick={() => setChoosing(row)}>{words.chooseAnother}</Button>
                    </>
                  ),
              },
            ]}
          />
        </div>
      )}
      {choosing && (
        <ChooseDialog
          {...{ seatMapId, seasonId: season.season_id }}
          onClose={() => setChoosing(undefined)}
          onChosen={(seatId) => keep(choosing.membership_member_id, seatId)}
        />
      )}
    </Sheet>
  )
}

type ChooseProps = {
  seatMapId: number
  seasonId: number
  onChosen(seatId: number): Promise<void>
  onClose(): void
}
const SEATS_MAX = 500

function ChooseDialog({ seatMapId, seasonId, onChosen, onClose }: ChooseProps) {
  const [sectionId, setSectionId] = useState<number | undefined>()
  const map = useLoad(() => api.seatMaps.retrieve(seatMapId), [seatMapId])
  const section = sectionId ?? map.data?.sections[0]?.seat_section_id
  const seats = useLoad(async () => {
    if (section === undefined) return undefined
    const part = { seat_section_id: section, limit: SEATS_MAX }
    const all = await api.seatMaps.listSeats(seatMapId, { ...part, status: 'active' }).page()
    const taken = await api.seasons.listSeats(seasonId, part).page()
    const takenIds = new Set(taken.data.map(({ seat_id }) => seat_id))
    return all.data.filter(({ seat_id }) => !takenIds.has(seat_id))
  }, [section])
  const { submit, isBusy, error } = useSubmit((filled) => onChosen(Number(filled.text('seat'))))
  const trouble = error ?? map.error ?? seats.error
  return (
    <Dialog open title={words.chooseAnother} onClose={onClose}>
      <form class={form.form} onSubmit={submit}>
        {trouble !== undefined && <TroubleNotice error={trouble} />}
        {map.data && (
          <SelectField
            name="section"
            label={words.stand}
            options={map.data.sections.map(({ seat_section_id, title, sub_section_title }) => ({
              value: String(seat_section_id),
              label: [title, sub_section_title].filter((part) => part !== null).join(', '),
            }))}
            onChange={({ currentTarget }) => setSectionId(Number(currentTarget.value))}
          />
        )}
        {seats.data && (
          <SelectField
            key={section}
            name="seat"
            label={common.seat}
            required
            options={seats.data.map(({ seat_id, seat_row, seat_title }) => ({
              value: String(seat_id),
              label: seatLabel({ seat_section: null, seat_row, seat_title }),
            }))}
          />
        )}
        <div class={form.actions}>
          <Button type="submit" look="strong" busy={isBusy}>
            {words.keepThisSeat}
          </Button>
          <Button onClick={onClose}>{common.cancel}</Button>
        </div>
      </form>
    </Dialog>
  )
}
