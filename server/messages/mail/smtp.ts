import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { ComposedMail, Deliver, MailOutcome } from './deliver.ts'

export type SmtpTimes = { connectMs: number; silenceMs: number; wholeMs: number }

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 15_000, wholeMs: 45_000 }

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

/**
 * One connection for each mail, closed whatever happens, so that an attempt that was given up cannot arrive after all.
 * nodemailer's own transports would hide the moment that decides between trying again and never again: the first byte
 * of the content.
 */
export function smtpDelivery(url: string, times: SmtpTimes = TIMES): Deliver {
  const { auth, ...options } = parseConnectionUrl(url)
  return async (mail, handOver) => {
    const connection = new SMTPConnection({
      ...options,
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      dnsTimeout: times.connectMs,
      socketTimeout: times.silenceMs,
    })
    let handedOver = false
    const content = Readable.from(
      (async function* () {
        await handOver()
        handedOver = true
        yield mail.bytes
      })(),
    )
    try {
      await within(times.wholeMs, connection, talk(connection, auth, mail, content))
      return { result: 'sent' }
    } catch (error) {
      return outcomeOf(error as SmtpError, handedOver)
    } finally {
      connection.close()
    }
  }
}

async function talk(
  connection: SMTPConnection,
  auth: ReturnType<typeof parseConnectionUrl>['auth'],
  mail: ComposedMail,
  content: Readable,
): Promise<void> {
  await promised((done) => connection.connect(done))
  if (auth && connection.allowsAuth) await promised((done) => connection.login(auth, done))
  const envelope = { from: mail.from, to: [mail.to], size: mail.bytes.length }
  await promised((done) => connection.send(envelope, content, (error) => done(error)))
}

/** The callback of a command as a promise. */
const promised = (command: (done: (error?: Error | null) => void) => void) =>
  new Promise<void>((resolve, reject) => {
    command((error) => (error ? reject(error) : resolve()))
  })

/** Silence between two words is bounded by the socket; a server that drips single letters is bounded here. */
async function within(wholeMs: number, connection: SMTPConnection, talking: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const lost = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.once('end', () => reject(Object.assign(new Error('connection lost'), { code: 'ECONNECTION' })))
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), wholeMs)
  })
  // Whichever is second has nobody left to tell.
  lost.catch(() => {})
  talking.catch(() => {})
  try {
    await Promise.race([talking, lost])
  } finally {
    clearTimeout(timer)
  }
}

/** Refusals that are about this mail. One of the sign-in or of the sender is the operator's to mend, and worth a retry. */
const ABOUT_THE_MAIL = /^(?:RCPT TO|DATA)$/

function outcomeOf({ code = 'EUNKNOWN', responseCode, command = '' }: SmtpError, handedOver: boolean): MailOutcome {
  const answered = responseCode !== undefined && responseCode >= 400
  const errorCode = answered ? `smtp_${responseCode}` : code.toLowerCase().slice(0, 64)
  if (handedOver && !answered) return { result: 'unknown', errorCode }
  // Too large for this server, or an address in letters that it does not know.
  const unfit = !answered && (code === 'EMESSAGE' || code === 'EENVELOPE')
  const final = unfit || (answered && responseCode >= 500 && (handedOver || ABOUT_THE_MAIL.test(command)))
  return { result: final ? 'refused' : 'later', errorCode }
}
