import { type Command, Option } from 'commander'
import { readOffsets } from '../../access/clock-offsets.ts'
import { roles, type StaffRole } from '../../access/roles.ts'
import { isMailAddress } from '../../messages/mail/mail.ts'
import { foldEmail } from '../../people/customers/customer.ts'
import { invite } from '../../people/staff/invitation.ts'
import { toStaffMember } from '../../people/staff/staff-member.ts'
import { organisationClock } from '../../platform/values/clock.ts'
import { withoutTrailingSlashes } from '../../platform/values/trailing-slashes.ts'
import { readConfig } from '../../program/config.ts'
import { withDatabase } from '../../program/connect.ts'
import { openSeal } from '../../program/secret.ts'
import { ArgumentError, findOrg, print, recordCli } from './values.ts'

type Invite = { org: string; email: string; role: StaffRole; json?: boolean }

export function staffCommands(program: Command): void {
  program
    .command('staff')
    .description('people who work for an organisation')
    .command('invite')
    .description('invite a person, the first owner for instance; the link is shown once, and mailed')
    .requiredOption('--org <id>')
    .requiredOption('--email <address>')
    .addOption(new Option('--role <role>', 'what they may do').choices([...roles]).makeOptionMandatory())
    .option('--json', 'print one JSON object')
    .action(async ({ org, email, role, json }: Invite) => {
      if (!isMailAddress(email)) throw new ArgumentError(`--email: ${email} is not an e-mail address`)
      const config = readConfig(process.env)
      const publicUrl = withoutTrailingSlashes(config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`)
      await withDatabase(config, async (sql, clock) => {
        const seal = await openSeal(sql, config)
        const orgId = await findOrg(sql, org)
        const orgClock = organisationClock(clock, await readOffsets(sql))
        const { member, link } = await sql.begin(async (tx) => {
          const invited = await invite(
            orgId,
            tx,
            { clock: orgClock, systemClock: clock, seal, publicUrl },
            { email: foldEmail(email), role },
          )
          const after = toStaffMember(invited.member)
          const objectId = after.staff_id
          await recordCli(tx, orgId, { action: 'staff_member.invited', objectType: 'staff_member', objectId, after })
          return invited
        })
        print(json, { staff_id: member.staff_id, email_address: member.email_address, role, link })
      })
    })
}
