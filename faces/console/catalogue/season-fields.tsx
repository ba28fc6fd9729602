import type { MembershipType, Season } from '@grandstand/sdk'
import { useState } from 'preact/hooks'
import { CheckField, SelectField } from '../../kit/field.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ChoicesField, choicesIn } from '../parts/choices-field.tsx'
import { TroubleNotice } from '../parts/trouble.tsx'
import type { Filled } from '../parts/use-submit.ts'
import { words } from '../words/catalogue.ts'

const SEATINGS = ['required', 'optional', 'none'] as const

/** Of which season a type is, and whether its members have a seat there, and where. */
export function SeasonFields({
  row,
  problems,
  seasons,
}: {
  row: MembershipType | undefined
  problems: Record<string, string>
  seasons: Season[]
}) {
  const [seasonId, setSeasonId] = useState(String(row?.season_id ?? ''))
  const [seating, setSeating] = useState<string>(row?.seating ?? 'required')
  const named = row?.seat_section_ids.length ?? 0
  const seatMapId = seasons.find(({ season_id }) => String(season_id) === seasonId)?.seat_map_id ?? null
  const map = useLoad(async () => (seatMapId === null ? null : await api.seatMaps.retrieve(seatMapId)), [seatMapId])
  return (
    <>
      <SelectField
        name="season_id"
        label={words.season}
        hint={words.seasonHint}
        defaultValue={seasonId}
        options={[
          { value: '', label: words.noSeason },
          ...seasons
            .filter(({ status, season_id }) => status === 'active' || season_id === row?.season_id)
            .map(({ season_id, title }) => ({ value: String(season_id), label: title })),
        ]}
        error={problems.season_id}
        onChange={({ currentTarget }) => setSeasonId(currentTarget.value)}
      />
      <AccessField
        key={seasonId === '' ? 'any' : 'season'}
        row={row}
        seasonId={seasonId === '' ? null : Number(seasonId)}
      />
      {seatMapId !== null && (
        <SelectField
          name="seating"
          label={words.seat}
          defaultValue={seating}
          options={SEATINGS.map((value) => ({ value, label: words.seatings[value] }))}
          error={problems.seating}
          onChange={({ currentTarget }) => setSeating(currentTarget.value)}
        />
      )}
      {map.error !== undefined && <TroubleNotice error={map.error} onRetry={map.reload} />}
      {map.data && seating !== 'none' && (map.data.sections.length > 1 || named > 0) && (
        <ChoicesField
          key={map.data.seat_map_id}
          name="seat_section_ids"
          label={words.itsStands}
          hint={words.anyStand}
          chosen={row?.seat_section_ids ?? []}
          options={map.data.sections.map(({ seat_section_id, title, sub_section_title }) => ({
            value: seat_section_id,
            label: [title, sub_section_title].filter((part) => part !== null).join(', '),
          }))}
        />
      )}
    </>
  )
}

/** Whether the card opens the gates: with a season it does unless staff say otherwise, also of a type that is given one. */
export const AccessField = ({ row, seasonId }: { row: MembershipType | undefined; seasonId: number | null }) => (
  <CheckField
    name="game_day_access"
    label={words.entersOnCard}
    hint={words.entersOnCardHint}
    defaultChecked={row?.game_day_access === 1 || (seasonId !== null && (row?.season_id ?? null) === null)}
  />
)

/** What of it was there to be filled in: stands that have not come yet stay as they are. Without a map there are no seats to choose. */
export function seasonOf(filled: Filled) {
  const seating = SEATINGS.find((value) => value === filled.text('seating'))
  const hasStands = seating !== undefined && seating !== 'none'
  const sections = hasStands ? choicesIn(filled, 'seat_section_ids') : []
  return {
    season_id: filled.number('season_id') ?? null,
    seating: seating ?? ('optional' as const),
    ...(sections && { seat_section_ids: sections }),
  }
}
