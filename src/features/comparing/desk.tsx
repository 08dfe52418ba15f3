import { Rows3 } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { scale } from '../../applications/rubric.ts'
import { useUrlState } from '../../dashboard/applications/url-state.ts'
import type { DeskFeature, ToolProps } from '../../dashboard/features.ts'
import { Button } from '../../dashboard/ui/Button.tsx'
import { useCommands } from '../../dashboard/ui/commands.ts'
import { later } from '../../dashboard/ui/Later.tsx'
import { toast } from '../../dashboard/ui/toast.ts'
import { useKeys } from '../../dashboard/ui/use-keys.ts'

const keys = [
  ['c', 'Compare the two selected, or this one and the next'],
  ['q', 'One question across the list, answers below each other'],
] as const

/** Shows the answers to one question, or two applications beside each other, in place of the list. */
function useViews() {
  const [{ view }, go] = useUrlState()
  return {
    isShown: 'question' in view || 'compare' in view,
    q: () => go({ view: { question: '' } }),
    c: (records: readonly ApplicationRecord[]) => {
      if (records.length === 2) go({ view: { compare: records.map(({ id }) => id).join() } })
      else toast.failure('Two are compared', 'Select two, or open an application that has another below it.')
    },
  }
}

function OneQuestion({ keysOn, near }: ToolProps) {
  const { isShown, q, c } = useViews()
  const acts = { q, c: () => c(near) }
  useKeys(acts, keysOn && !isShown)
  useCommands({
    commands: () =>
      isShown ? [] : keys.map(([key, label]) => ({ group: 'Applications', label, keys: [key], run: acts[key] }) as const),
  })
  return (
    <Button tone="quiet" onClick={q}>
      <Rows3 aria-hidden="true" size={16} strokeWidth={1.75} />
      One question
    </Button>
  )
}

function CompareSelected({ records }: { readonly records: readonly ApplicationRecord[] }) {
  const { q, c } = useViews()
  return (
    <>
      <Button tone="quiet" onClick={q}>
        One question
      </Button>
      {records.length === 2 && (
        <Button tone="quiet" onClick={() => c(records)}>
          Compare
        </Button>
      )}
    </>
  )
}

/** Gives a score to the current answer: presses the button of its criterion. A focused criterion takes digits itself. */
const scoreAnswer = (step: number) => (): void => {
  if (document.activeElement?.closest('fieldset')) return
  document.querySelector<HTMLElement>(`[data-answer][data-current] input[value="${step}"]`)?.click()
}

export const feature: DeskFeature = {
  listViews: [
    {
      word: 'question',
      part: later('One question', async () => (await import('./desk/QuestionView.tsx')).QuestionView),
      keys: Object.fromEntries(scale.map((step) => [String(step), scoreAnswer(step)])),
    },
    { word: 'compare', part: later('Compare', async () => (await import('./desk/Comparison.tsx')).Comparison) },
  ],
  tool: OneQuestion,
  isForHelpers: true,
  selection: CompareSelected,
  keys,
}
