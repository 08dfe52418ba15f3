import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formNames } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { navigate } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { FormTypeField } from '../../../dashboard/ui/Field.tsx'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import segments from '../../../dashboard/ui/switch.module.css'
import { useKeys, useKeysSwitch } from '../../../dashboard/ui/use-keys.ts'
import { minute } from '../../../shared/dates.ts'
import { insightsRoutes } from '../api.ts'
import { Decisions } from './Decisions.tsx'
import styles from './insights.module.css'
import { Outcomes } from './Outcomes.tsx'
import { OverTime } from './OverTime.tsx'
import { firstDay, rangeNames, ranges, type Scope, useScope } from './range.ts'
import { Sources } from './Sources.tsx'
import { Visits } from './Visits.tsx'
import { Waiting } from './Waiting.tsx'
import { applications, dayName } from './words.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const insightsQuery = ({ range, formType }: Scope) =>
  queryOptions({
    queryKey: ['insights', range, formType],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams()
      const from = firstDay(range, serverNow())
      if (from !== undefined) query.set('from', from)
      if (formType !== undefined) query.set('form_type', formType)
      return (await call(insightsRoutes.insights, { query, signal })).insights
    },
    staleTime: minute,
    placeholderData: keepPreviousData,
  })

/** The insights: counts and durations over all applications, as plots. */
export function InsightsPage() {
  const [scope, go] = useScope()
  const query = useQuery(insightsQuery(scope))
  const { data, isPlaceholderData } = query
  const [keysOn] = useKeysSwitch()
  const applicationsUrl = urlOf({ ...noFilters, formType: scope.formType })
  useKeys({ i: () => navigate(applicationsUrl) }, keysOn)

  return (
    <Screen
      title="Insights"
      busy={query.isPending}
      about={
        <p className="soft" role="status">
          {data === undefined
            ? ' '
            : `${applications(data.outcomes.submitted)}${scope.formType === undefined ? '' : ` for ${formNames[scope.formType]}`} from ${dayName(data.from)} to ${dayName(data.to)}`}
        </p>
      }
      tools={
        <Button tone="quiet" onClick={() => print()}>
          <Printer {...icon} />
          Print
        </Button>
      }
    >
      <ScopeForm scope={scope} go={go} />
      {data !== undefined && (
        <div
          className={`stack gap-6 ${styles.grid}`}
          data-older={isPlaceholderData ? '' : undefined}
          aria-busy={isPlaceholderData}
        >
          <OverTime insights={data} scope={scope} go={go} />
          <Outcomes insights={data} scope={scope} />
          <Decisions insights={data} scope={scope} />
          <Waiting insights={data} scope={scope} />
          <Sources insights={data} scope={scope} />
          <Visits scope={scope} />
        </div>
      )}
      <LoadFailure title="The numbers could not be loaded" query={query} />
    </Screen>
  )
}

interface ScopeFormProps {
  readonly scope: Scope
  go(change: Partial<Scope>): void
}

const ScopeForm = ({ scope, go }: ScopeFormProps) => (
  <form className="fields" data-print="no" onSubmit={(event) => event.preventDefault()}>
    <fieldset className={segments.switch}>
      <legend className="visually-hidden">Range</legend>
      {ranges.map((range) => (
        <label key={range}>
          <input type="radio" className="drawn" name="range" checked={scope.range === range} onChange={() => go({ range })} />
          {rangeNames[range]}
        </label>
      ))}
    </fieldset>
    <div className={styles.form}>
      <FormTypeField value={scope.formType} choose={(formType) => go({ formType })} />
    </div>
  </form>
)
