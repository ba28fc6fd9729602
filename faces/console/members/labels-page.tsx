import type { Member } from '@grandstand/sdk'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import { useLoad } from '../../kit/use-load.ts'
import { api } from '../parts/api.ts'
import { ConfirmButton } from '../parts/confirm.tsx'
import { useConsole, usePage } from '../parts/console.tsx'
import { SelectFilter } from '../parts/filters.tsx'
import { PageHead, Sheet, Tag } from '../parts/page.tsx'
import { routes } from '../parts/routes.ts'
import { Empty, TroubleNotice } from '../parts/trouble.tsx'
import { useQuery } from '../parts/use-query.ts'
import { common } from '../words/common.ts'
import { words } from '../words/members.ts'
import { homeLines } from './home-lines.ts'
import styles from './labels-page.module.css'
import { memberName } from './member-name.ts'

/** What one sheet of the printer after the other takes: five of 21. */
const LABELS = 105

/** The cards that are still to be sent, as labels to print; what was posted is noted in one go. */
export function LabelsPage() {
  usePage(words.cardsToSend)
  const { whyNot, organisation } = useConsole()
  const { query, hrefWith } = useQuery()
  const { type, cursor, state = '1' } = query
  const types = useLoad(() => api.memberships.listTypes().page(), [])
  const { data, error, reload } = useLoad(
    () =>
      api.members
        .list({
          limit: LABELS,
          membership_fulfilled: 'no',
          membership_member_status_id: Number(state),
          ...(type && { membership_type_id: Number(type) }),
          ...(cursor && { cursor }),
        })
        .page(),
    [type, cursor, state],
  )
  const complete = (data?.data ?? []).filter((member) => homeLines(member, organisation.country).length > 0)
  const none = complete.length === 0 ? words.thereIsNothingToSend : undefined
  const fulfil = async () => {
    const members = complete.map(({ membership_member_id }) => ({ membership_member_id }))
    const { members_fulfilled } = await api.members.fulfil({ members })
    toast(words.areNotedAsSent({ membersFulfilled: members_fulfilled }))
    reload()
  }
  return (
    <>
      <div class={styles.noPrint}>
        <PageHead
          title={words.cardsToSend}
          over={<a href={routes.members()}>{common.members}</a>}
          actions={
            <>
              <Button look="strong" why={none} onClick={() => print()}>
                {words.printTheLabels}
              </Button>
              <ConfirmButton
                label={words.noteAsSent}
                title={words.noteCardsAsSent({ length: complete.length })}
                verb={words.theyAreSent}
                look="plain"
                why={whyNot('members:write') ?? none}
                act={fulfil}
              >
                {words.thoseWithAnAddressOn}
              </ConfirmButton>
            </>
          }
        />
      </div>
      <Sheet
        about={
          <div class={`${styles.noPrint} ${styles.filters}`}>
            <SelectFilter
              name="type"
              label={common.type}
              options={[
                { value: '', label: words.anyType },
                ...(types.data?.data ?? []).map(({ membership_type_id, title }) => ({
                  value: String(membership_type_id),
                  label: title,
                })),
              ]}
            />
            <SelectFilter
              name="state"
              label={common.state}
              options={[
                { value: '', label: words.paid2 },
                { value: '2', label: words.byInstalments },
                { value: '0', label: words.unpaid },
              ]}
            />
          </div>
        }
      >
        {error !== undefined && <TroubleNotice error={error} onRetry={reload} />}
        {data?.data.length === 0 && (
          <Empty title={words.everyCardIsSent}>
            <p>{words.aNewMemberAndOne}</p>
          </Empty>
        )}
        <ul class={styles.labels}>
          {data?.data.map((member) => (
            <Label key={member.membership_member_id} member={member} />
          ))}
        </ul>
        {data?.has_more && data.next_cursor && (
          <p class={styles.noPrint}>
            <ButtonLink href={hrefWith({ cursor: data.next_cursor })}>{words.theNext({ labels: LABELS })}</ButtonLink>
          </p>
        )}
      </Sheet>
    </>
  )
}

function Label({ member }: { member: Member }) {
  const { organisation } = useConsole()
  const lines = homeLines(member, organisation.country)
  return (
    <li class={[styles.label, lines.length === 0 ? styles.incomplete : ''].join(' ')}>
      <strong>{memberName(member)}</strong>
      {member.company_name !== null && <span>{member.company_name}</span>}
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {lines.length === 0 && (
        <span>
          <Tag tone="flare">{words.noAddress}</Tag>{' '}
          <a href={routes.member(member.membership_member_id)}>{words.look}</a>
        </span>
      )}
      <span class={styles.number}>{member.member_number}</span>
    </li>
  )
}
