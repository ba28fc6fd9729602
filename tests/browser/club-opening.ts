import type { ClubWorld, Colleague } from './club-world.ts'

/** The chapters in which a club that was just made sets itself up, told in the order in which its list says what is left. */

export async function openGround(owner: Colleague): Promise<void> {
  const { page, heading, save, press, look } = owner
  await heading(/^Welcome/)
  await page.getByRole('link', { name: 'Set up the ground' }).click()
  await page.getByLabel('Name').fill('Northgate Park')
  await press('Create venue')
  await heading('Northgate Park')
  await press('Add gates')
  await page.getByLabel('Names').fill('Gate A\nGate B')
  await save()
  await page.getByRole('link', { name: 'Add seats' }).click()
  await press('Create seats')
  await page.getByRole('table', { name: 'Stands' }).waitFor()
  await look()
}

export async function setUpMemberships(owner: Colleague): Promise<void> {
  const { page, open, heading, press, dialog, save } = owner
  await open('Members')
  await page.getByRole('link', { name: 'Memberships', exact: true }).click()
  await heading('Memberships')
  await press('New category')
  await dialog.getByLabel('Name').fill('Season')
  await save()
  await press('New type')
  await dialog.getByLabel('Name').fill('Season adult')
  await dialog.getByLabel('Price').fill('240')
  await save()
  await page.getByRole('cell', { name: 'Season adult', exact: true }).waitFor()
  await open('Members')
  await page.getByRole('link', { name: 'New member' }).click()
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Keeper')
  await page.getByLabel('E-mail').fill('mia@fans.example')
  await press('Add member')
  await heading('Mia Keeper')
  await press('Mark as paid')
  await page.getByText('paid', { exact: true }).first().waitFor()
}

/** The first match, an hour from now, with its doors open; two prices, one of them for members. */
export async function makeFirstMatch(owner: Colleague, localTime: (minutes: number) => string): Promise<void> {
  const { page, open, heading, press, dialog, save, look } = owner
  await open('Events')
  await page.getByRole('link', { name: 'New event' }).first().click()
  await page.getByLabel('Title').fill('Round 1: Rovers v Harbour City')
  await page.getByLabel('Starts').fill(localTime(60))
  await page.getByLabel('Doors').fill(localTime(-60))
  await press('Create draft')
  await heading('Round 1: Rovers v Harbour City')
  await press('Change …')
  await dialog.getByLabel('Seats').selectOption('Northgate Park')
  await save()
  await press('New category')
  await dialog.getByLabel('Title').first().fill('South Stand')
  await dialog.getByLabel('South Stand, Block 1').check()
  await save()
  for (const [title, price, members] of [
    ['Adult', '25', false],
    ['Member', '15', true],
  ] as const) {
    await press('New price')
    await dialog.getByLabel('Title').first().fill(title)
    await dialog.getByLabel(/^Price in/).fill(price)
    if (members) await dialog.getByLabel('Season adult').check()
    await save()
    await page.getByRole('cell', { name: title, exact: true }).waitFor()
  }
  await press('Publish')
  await dialog.getByText('South Stand, Adult').waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('On sale', { exact: true }).first().waitFor()
  await look()
}

/** The other nine, a week apart, from the list of the league. */
export async function makeSeason(owner: Colleague): Promise<void> {
  const { page, open, heading, press, look } = owner
  await page.getByRole('link', { name: 'Create several …' }).click()
  await heading('Several events like Round 1: Rovers v Harbour City')
  const rounds = Array.from({ length: 9 }, (_, round) => `Round ${round + 2};${fixtureDay(round)};7:30 pm`)
  const file = {
    name: 'fixtures.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Match;Date;Kick-off', ...rounds].join('\n')),
  }
  await page.getByLabel('A CSV file').setInputFiles(file)
  await page.getByRole('row', { name: /Round 10 .* ready$/ }).waitFor()
  await page.getByLabel('Put them on sale at once').check()
  await look()
  await press('Create 9 events')
  await page.getByText('9 events are on sale').waitFor()
  await open('Events')
  await page.getByRole('row', { name: /Round 10 .*On sale/ }).waitFor()
}

/** Saturdays of a spring that is far from today. */
function fixtureDay(round: number): string {
  const date = new Date(Date.UTC(2031, 2, 1 + round * 7))
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/2031`
}

export async function makeDiscount(owner: Colleague): Promise<void> {
  const { page, open, press, dialog, save } = owner
  await open('Events')
  await page.getByRole('link', { name: 'Discounts' }).click()
  await press('New discount')
  await dialog.getByLabel('Code').fill('FAMILY')
  await dialog.getByLabel('Discount value').fill('20')
  await save()
  await page.getByRole('row', { name: /FAMILY 20 % All events 0 no end date active/ }).waitFor()
}

/** Gives the shop its name, and says where it is. */
export async function nameShop(owner: Colleague): Promise<string> {
  const { page, open } = owner
  await open('Settings', 'Organisation')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Shop', exact: true }).click()
  await page.getByLabel('Shop name in the address').fill('northgate')
  await page.getByRole('button', { name: 'Save' }).first().click()
  const address = page.getByText(/\/shop\/northgate\/$/).first()
  await address.waitFor()
  return (await address.textContent()) ?? ''
}

/** Three colleagues, each with the role of their work. */
export async function inviteTeam({ join, mailTo }: ClubWorld, owner: Colleague) {
  const { page, open, press, dialog, look } = owner
  await open('Settings', 'Organisation')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Team', exact: true }).click()
  const invite = async (name: string, role: RegExp) => {
    const address = `${name.toLowerCase()}@northgate.example`
    await press('Invite a colleague')
    await dialog.getByLabel('E-mail').fill(address)
    const choice = dialog.getByLabel('Role')
    await choice.selectOption((await choice.locator('option').filter({ hasText: role }).textContent()) ?? '')
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: new RegExp(address) }).waitFor()
    const [link = ''] = /https?:\/\/\S+invitation\S+/.exec((await mailTo(address)).text) ?? []
    return join(link, `${name} of Northgate`)
  }
  const clerk = await invite('Carla', /^Box office/)
  const gates = await invite('Gus', /^Gates/)
  const finance = await invite('Fina', /^Finance/)
  await look()
  return { clerk, gates, finance }
}
