import { statuses } from '../../applications/application.ts'
import type { Topic } from '../../applications/outbox.ts'
import { formTypes } from '../../shared/form-types.ts'
import type { LaneHealth } from '../outbox/provider-state.ts'
import { buckets, type ProcessMeasures, routeClasses, type Tally } from './measures.ts'
import type { Measures } from './store.ts'

/** The values of all metrics at one time. */
export interface Measured {
  readonly now: Date
  readonly build: { readonly version: string; readonly node: string; readonly store: string }
  /** Undefined when the store does not respond. */
  readonly store: Measures | undefined
  readonly health: Readonly<Record<Topic, LaneHealth>>
  /** When this machine made its last backup; undefined when it never did. */
  readonly lastBackup: Date | undefined
  readonly tally: Tally
  readonly process: ProcessMeasures
}

type Labels = Readonly<Record<string, string>>
type Sample = readonly [labels: Labels, value: number, ending?: string]

/** One line of the exposition format. The values of labels are our own words, so none needs escaping. */
const line = (name: string, [labels, value, ending = '']: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `${name}${ending}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

const metric = (name: string, type: 'gauge' | 'counter' | 'histogram' | 'summary', help: string, samples: readonly Sample[]) =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))].join('\n')

const secondsSince = (now: Date, at: Date | undefined): number =>
  at === undefined ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000)

/** A histogram's lines for one class. Buckets are cumulative. */
function histogram(route: string, { counts, count, sum }: Tally['durations']['page']): Sample[] {
  let below = 0
  return [
    ...buckets.map((end, index): Sample => {
      below += counts[index] ?? 0
      return [{ route, le: String(end) }, below, '_bucket']
    }),
    [{ route, le: '+Inf' }, count, '_bucket'],
    [{ route }, sum, '_sum'],
    [{ route }, count, '_count'],
  ]
}

/** The metrics from the database. */
function storeMetrics({ applications, outbox }: Measures, topics: readonly Topic[], now: Date): readonly string[] {
  const states = ['waiting', 'claimed', 'parked'] as const
  const queued = (topic: Topic) => outbox.filter((entry) => entry.topic === topic)
  const oldest = (topic: Topic): Date | undefined =>
    queued(topic)
      .filter(({ state }) => state !== 'parked')
      .map((entry) => entry.oldest)
      .sort((a, b) => a.getTime() - b.getTime())[0]
  return [
    metric(
      'kolam_applications',
      'gauge',
      'Applications on the desk.',
      formTypes.flatMap((form) =>
        statuses.map((status): Sample => {
          const counted = applications.find((entry) => entry.formType === form && entry.status === status)
          return [{ form, status }, counted?.count ?? 0]
        }),
      ),
    ),
    metric(
      'kolam_outbox',
      'gauge',
      'Messages that are not sent yet; parked ones wait for a person.',
      topics.flatMap((topic) =>
        states.map((state): Sample => [{ topic, state }, queued(topic).find((entry) => entry.state === state)?.count ?? 0]),
      ),
    ),
    metric(
      'kolam_outbox_oldest_seconds',
      'gauge',
      'For how long the oldest waiting message has been due.',
      topics.map((topic): Sample => [{ topic }, secondsSince(now, oldest(topic))]),
    ),
  ]
}

/** All metrics in Prometheus' text format. They contain no personal data. */
export function metricsText({ now, build, store, health, lastBackup, tally, process }: Measured): string {
  const topics = Object.keys(health) as Topic[]
  const metrics = [
    metric('kolam_build_info', 'gauge', 'The version that runs; always 1.', [[build, 1]]),
    metric('kolam_store_up', 'gauge', '1 when the database responds.', [[{}, store === undefined ? 0 : 1]]),
    ...(store === undefined ? [] : storeMetrics(store, topics, now)),
    metric(
      'kolam_outbox_failing_seconds',
      'gauge',
      'For how long the mail provider or the spreadsheet has accepted nothing; 0 while it works.',
      topics.map((topic): Sample => [{ topic }, secondsSince(now, health[topic].failingSince)]),
    ),
    ...(lastBackup === undefined
      ? []
      : [
          metric('kolam_backup_age_seconds', 'gauge', 'The age of the last backup that this machine made.', [
            [{}, secondsSince(now, lastBackup)],
          ]),
        ]),
    metric(
      'kolam_submissions_total',
      'counter',
      'Submissions since the start: accepted, or refused by error code.',
      [...tally.submissions].map(([outcome, count]): Sample => [{ outcome }, count]),
    ),
    metric(
      'kolam_request_duration_seconds',
      'histogram',
      'Time to the response.',
      routeClasses.flatMap((route) => histogram(route, tally.durations[route])),
    ),
    metric(
      'kolam_event_loop_delay_seconds',
      'summary',
      'The delay of timers since the last scrape.',
      Object.entries(process.delays).map(([quantile, late]): Sample => [{ quantile }, late]),
    ),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [[{}, process.resident]]),
    metric('nodejs_heap_size_used_bytes', 'gauge', 'Memory that JavaScript uses.', [[{}, process.heapUsed]]),
    metric('process_start_time_seconds', 'gauge', 'When the process started, in seconds since 1970.', [[{}, process.startedAt]]),
  ]
  return `${metrics.join('\n')}\n`
}
