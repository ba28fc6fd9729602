import { noticeWriter } from '../fans/mails/write-notices.ts'
import { LOGO_WIDTH, logoFinder } from '../messages/mail/logos.ts'
import { mailWork } from '../messages/mail/mail-work.ts'
import { createSender } from '../messages/webhooks/sending/sender.ts'
import { GOOGLE } from '../papers/wallet/google-update.ts'
import type { WalletServices } from '../papers/wallet/tell-wallets.ts'
import { pictureFinder, storedLogo } from '../people/pictures/find-picture.ts'
import { runPeriodically } from '../platform/process/periodic.ts'
import { organisationClock } from '../platform/values/clock.ts'
import { openVatService } from '../tickets/vat-checks/vat-service.ts'
import { workerTasks } from '../worker.ts'
import type { Config } from './config.ts'
import type { Closer, Foundation } from './foundation.ts'
import { messageFields } from './payloads.ts'

/** The role of a worker: what must happen from time to time, and webhooks that are sent. */
export function runWorker(foundation: Foundation, publicUrl: string, closers: Closer[]): void {
  const { config, sql, clock, offsets, seal, payments, outbound, parsers, typefaces, metrics, traces, disk } =
    foundation
  const { logger } = foundation.loggers
  const onFailure = (task: string, err: unknown) => {
    // A full disk is told once, by the process that looks at it.
    if (!disk.noteError(err)) logger.error({ task, err }, 'task failed')
  }
  const findLogo = logoFinder({ outbound, parsers }, storedLogo(pictureFinder(sql), publicUrl, LOGO_WIDTH))
  const writeNotices = noticeWriter({ sql, seal, publicUrl, typefaces, findLogo, parsers })
  const tasks = workerTasks({
    sql,
    clock,
    offsets,
    seal,
    publicUrl,
    payments,
    outbound,
    mail: mailWork({ config, sql, systemClock: clock, seal, logger, writeNotices }),
    wallets: walletServices(config),
    askVatService:
      config.VAT_SERVICE_URL === 'off' ? undefined : openVatService({ url: config.VAT_SERVICE_URL, outbound }),
  })
  // What tidies up and tells others can wait until there is room; what is left of the disk is for those who read.
  const withRoom = tasks.map((task) => ({
    ...task,
    run: async () => (disk.freeBytes() !== undefined && disk.state() === 'full' ? undefined : task.run()),
  }))
  const working = runPeriodically(traces?.traced(withRoom) ?? withRoom, onFailure)
  closers.push(() => working.stop())
  const onAttempt = metrics?.observeAttempts()
  const observed = onAttempt ? { onAttempt } : {}
  const sender = createSender({
    sql,
    clock: organisationClock(clock, offsets),
    systemClock: clock,
    seal,
    outbound,
    messageFields,
    onFailure,
    ...observed,
  }).start()
  closers.push(() => sender.stop())
}

const walletServices = ({ APNS_URL: apnsUrl, GOOGLE_WALLET_URL: google }: Config): WalletServices => ({
  apnsUrl,
  google: google === undefined ? GOOGLE : { tokenUrl: `${google}/token`, objectsUrl: google },
})
