import { deviceCheckTexts as texts } from '../../../messages/device-check.ts'
import type { DeviceReport } from './check-device.ts'

/** One check. bad: an exam is in danger · mind: good to know · fine · plain: nothing to judge */
export interface Finding {
  readonly name: string
  readonly says: string
  readonly verdict: 'fine' | 'mind' | 'bad' | 'plain'
}

const megabyte = 1_000_000
/** A paper with its answers takes a fraction of this. With less the disk is about to be full. Bytes. */
const scarce = 50 * megabyte
/** A clock with a smaller error counts as right: the server tells the time by the second. */
const clockToleranceMs = 5_000
const slowReplyMs = 2_000

export function findingsOf({ storageWorks, bytesLeft, isLasting, server }: DeviceReport): Finding[] {
  return [
    storageWorks
      ? { name: texts.storage, says: texts.storageWorks, verdict: 'fine' }
      : { name: texts.storage, says: texts.storageBroken, verdict: 'bad' },
    { name: texts.space, ...space(bytesLeft) },
    { name: texts.lasting, ...lasting(isLasting) },
    { name: texts.connection, ...connection(server?.took ?? null) },
    { name: texts.clock, ...clock(server?.offset ?? null) },
  ]
}

type Said = Omit<Finding, 'name'>

function space(bytes: number | null): Said {
  if (bytes === null) return { says: texts.spaceUnknown, verdict: 'plain' }
  if (bytes < scarce) return { says: texts.spaceLeft(amount(bytes)), verdict: 'mind' }
  return { says: texts.spaceAbove(amount(bytes)), verdict: 'fine' }
}

/** A size in whole units, rounded down to one digit: browsers round it themselves. */
function amount(bytes: number): string {
  const [n, unit] =
    bytes >= 1000 * megabyte ? [bytes / (1000 * megabyte), texts.gigabytes] : [bytes / megabyte, texts.megabytes]
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(n, 1))))
  return unit(Math.floor(n / step) * step)
}

function lasting(isLasting: boolean | null): Said {
  if (isLasting === null) return { says: texts.lastingUnknown, verdict: 'plain' }
  // Most browsers promise nothing, and delete nothing in the hour of an exam.
  return isLasting ? { says: texts.lastingGranted, verdict: 'fine' } : { says: texts.lastingRefused, verdict: 'plain' }
}

function connection(took: number | null): Said {
  if (took === null) return { says: texts.connectionAway, verdict: 'mind' }
  if (took <= slowReplyMs) return { says: texts.connectionFast, verdict: 'fine' }
  return { says: texts.connectionSlow(texts.seconds(Math.round(took / 1000))), verdict: 'mind' }
}

function clock(offset: number | null): Said {
  if (offset === null) return { says: texts.clockUnknown, verdict: 'plain' }
  if (Math.abs(offset) <= clockToleranceMs) return { says: texts.clockRight, verdict: 'fine' }
  const by = duration(Math.abs(offset) / 1000)
  return { says: offset < 0 ? texts.clockAhead(by) : texts.clockBehind(by), verdict: 'mind' }
}

function duration(seconds: number): string {
  if (seconds < 90) return texts.seconds(Math.round(seconds))
  const minutes = seconds / 60
  return minutes < 90 ? texts.minutes(Math.round(minutes)) : texts.hours(Math.round(minutes / 60))
}
