import { textOn } from '../../../faces/kit/contrast.ts'
import { escapeHtml } from '../../platform/values/html.ts'
import { NIGHT, PAPER, readableOn, TEXT_COLOUR } from './colours.ts'
import type { MailPage } from './mail-page.ts'

/*
 * A programme sheet: paper and ink, thin rules, a dashed perforation where a ticket begins. Mail programs know little of CSS, so
 * what must hold stands in the elements, and what is only better stands in the one style sheet: the dark room, the small screen.
 * Nothing is fetched from anywhere, and nothing is lost without images.
 */

const CARD = '#fffefa'
const CARD_AT_NIGHT = '#1d2325'
const MUTED = '#59605d'
const RULE = '#d9d5c9'
const DEFAULT_ACCENT = '#1f6b4a'

const TEXT = "font-family:Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"
const HEAD =
  "font-family:'Archivo Condensed','Archivo Narrow','Arial Narrow','Roboto Condensed','Helvetica Neue',Arial,sans-serif"

export function asHtml(page: MailPage): string {
  const { organisation, language } = page
  const accent = organisation.accent ?? DEFAULT_ACCENT
  return [
    `<!doctype html><html lang="${escapeHtml(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no">',
    `<title>${escapeHtml(page.heading)}</title><style>${styleOf(accent)}</style></head>`,
    `<body class="paper" style="margin:0;padding:0;background:${PAPER};color:${TEXT_COLOUR};${TEXT};font-size:16px;line-height:1.5">`,
    // Filled up, so that inboxes do not go on with the first words of the mail.
    `<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(page.preview)}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>`,
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="paper" style="background:${PAPER}">`,
    '<table role="presentation" class="sheet" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:start"><tr><td style="padding:0 24px 32px">',
    `<main>${[headerOf(page, accent), introOf(page), codeOf(page), ticketOf(page), buttonOf(page, accent), choicesOf(page), sumsOf(page), planOf(page), closingOf(page)].join('')}</main>`,
    footerOf(page),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n')
}

const directionOf = (language: string) => (/^(?:ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr')

function styleOf(accent: string): string {
  const atNight = readableOn(NIGHT, accent)
  return [
    '@media (max-width:480px){.head{font-size:30px!important}.event{font-size:22px!important}.button{display:block!important;text-align:center!important}}',
    '@media (prefers-color-scheme:dark){',
    `.paper{background:${NIGHT}!important;color:#f1efe8!important}.ink{color:#f1efe8!important}`,
    `.card{background:${CARD_AT_NIGHT}!important}.muted{color:#a9b0ad!important}`,
    '.rule{border-color:#3a4245!important}.strong-rule{border-color:#f1efe8!important}',
    `.band,.button{background:${atNight}!important}.button{color:${textOn(atNight)}!important}`,
    '}',
  ].join('')
}

/** The club's colour is a band above its name, whatever it is; letters are never written in it unless they can be read. */
const headerOf = ({ organisation, heading }: MailPage, accent: string) => {
  const { name, logoCid } = organisation
  // The name stands beside it, so that a screen reader says it once.
  const logo =
    logoCid === undefined
      ? ''
      : `<img src="cid:${escapeHtml(logoCid)}" alt="" height="32" style="height:32px;max-width:120px;vertical-align:middle;margin-inline-end:12px;border:0">`
  return [
    `<div class="band" style="height:6px;line-height:6px;font-size:0;background:${accent}">&nbsp;</div>`,
    `<p class="ink strong-rule" style="margin:0 0 28px;padding:18px 0 14px;border-bottom:2px solid ${TEXT_COLOUR};color:${TEXT_COLOUR};font-size:18px;font-weight:700">${logo}${escapeHtml(name)}</p>`,
    `<h1 class="ink head" style="margin:0 0 16px;color:${TEXT_COLOUR};${HEAD};font-size:38px;line-height:1.1;font-weight:700;letter-spacing:-0.02em">${escapeHtml(heading)}</h1>`,
  ].join('')
}

const paragraphs = (texts: string[], style = '') =>
  texts
    .map(
      (text) =>
        `<p class="ink" style="margin:0 0 16px;color:${TEXT_COLOUR};${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
    )
    .join('')

const codeOf = ({ code }: MailPage) =>
  code === undefined
    ? ''
    : `<p class="ink" style="margin:8px 0 24px;color:${TEXT_COLOUR};${HEAD};font-size:38px;line-height:1.1;font-weight:700;letter-spacing:0.15em;font-variant-numeric:tabular-nums">${escapeHtml(code)}</p>`

const introOf = ({ intro }: MailPage) => paragraphs(intro)
const closingOf = ({ closing }: MailPage) => paragraphs(closing)

function ticketOf({ ticket }: MailPage): string {
  if (!ticket) return ''
  const about = ticket.about.map(escapeHtml).join('<br>')
  const places = ticket.places.map(
    ({ title, detail }, index) =>
      `<div class="rule" style="padding:${index === 0 ? 0 : 12}px 0 12px;${index === 0 ? '' : `border-top:1px solid ${RULE}`}">` +
      `<strong class="ink" style="color:${TEXT_COLOUR}">${escapeHtml(title)}</strong>` +
      detail
        .map((line) => `<br><span class="muted" style="color:${MUTED};font-size:15px">${escapeHtml(line)}</span>`)
        .join('') +
      '</div>',
  )
  return [
    `<div class="card rule" style="margin:24px 0;background:${CARD};border:1px solid ${RULE};border-radius:8px">`,
    `<div style="padding:20px 24px 18px"><h2 class="ink event" style="margin:0 0 6px;color:${TEXT_COLOUR};${HEAD};font-size:26px;line-height:1.15;font-weight:700;letter-spacing:-0.01em">${escapeHtml(ticket.title)}</h2>`,
    `<p class="muted" style="margin:0;color:${MUTED}">${about}</p></div>`,
    places.length === 0
      ? ''
      : `<div class="rule" style="padding:18px 24px 8px;border-top:2px dashed ${RULE}">${places.join('')}</div>`,
    '</div>',
  ].join('')
}

type Amount = { label: string; amount: string }

const FIGURES = 'text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums'

const amountRow = ({ label, amount }: Amount) =>
  `<tr><th scope="row" class="muted rule" style="padding:8px 0;border-bottom:1px solid ${RULE};color:${MUTED};font-weight:400;text-align:start">${escapeHtml(label)}</th>` +
  `<td class="ink rule" style="padding:8px 0;border-bottom:1px solid ${RULE};color:${TEXT_COLOUR};${FIGURES}">${escapeHtml(amount)}</td></tr>`

const totalRow = ({ label, amount }: Amount) =>
  `<tr><th scope="row" class="ink" style="padding:12px 0;color:${TEXT_COLOUR};font-weight:700;text-align:start">${escapeHtml(label)}</th>` +
  `<td class="ink" style="padding:12px 0;color:${TEXT_COLOUR};font-weight:700;font-size:20px;${FIGURES}">${escapeHtml(amount)}</td></tr>`

const includedRow = ({ label, amount }: Amount) =>
  `<tr><th scope="row" class="muted" style="padding:4px 0;color:${MUTED};font-weight:400;text-align:start">${escapeHtml(label)}</th>` +
  `<td class="muted" style="padding:4px 0;color:${MUTED};${FIGURES}">${escapeHtml(amount)}</td></tr>`

const amountTable = (rows: string[], caption = '') =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${caption}${rows.join('')}</table>`

function sumsOf({ sums = [], total, included = [] }: MailPage): string {
  if (sums.length === 0 && !total) return ''
  return amountTable([...sums.map(amountRow), ...(total ? [totalRow(total)] : []), ...included.map(includedRow)])
}

function planOf({ plan }: MailPage): string {
  if (!plan) return ''
  const caption = `<caption class="ink" style="padding:8px 0;color:${TEXT_COLOUR};font-weight:700;text-align:start">${escapeHtml(plan.title)}</caption>`
  return amountTable([...plan.charges.map(amountRow), totalRow(plan.total)], caption)
}

const choicesOf = ({ choices = [] }: MailPage) =>
  choices
    .map(
      ({ label, detail, href }) =>
        `<p class="card rule" style="margin:0 0 12px;padding:14px 18px;background:${CARD};border:1px solid ${RULE};border-radius:8px"><a class="ink" href="${escapeHtml(href)}" style="color:${TEXT_COLOUR};font-weight:700">${escapeHtml(label)}</a><br><span class="muted" style="color:${MUTED};font-size:15px">${escapeHtml(detail)}</span></p>`,
    )
    .join('')

const buttonOf = ({ button }: MailPage, accent: string) =>
  button
    ? `<p style="margin:0 0 24px"><a class="button" href="${escapeHtml(button.href)}" style="display:inline-block;padding:14px 28px;background:${accent};color:${textOn(accent)};border-radius:6px;font-weight:700;text-decoration:none">${escapeHtml(button.label)}</a></p>`
    : ''

const footerOf = ({ footer, links = [] }: MailPage) =>
  footer.length === 0
    ? ''
    : `<footer class="rule muted" style="padding-top:16px;border-top:1px solid ${RULE};color:${MUTED};font-size:14px">${[...footer.map(escapeHtml), ...(links.length === 0 ? [] : [links.map(linkOf).join(' · ')])].join('<br>')}</footer>`

const linkOf = ({ label, href }: { label: string; href: string }) =>
  `<a class="muted" href="${escapeHtml(href)}" style="color:${MUTED}">${escapeHtml(label)}</a>`
