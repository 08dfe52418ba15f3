import { cohortLine } from '../../../content/cohorts.ts'
import { cohorts, programs, promises } from '../../../content/content.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Line } from '../shared/Line.tsx'
import { Section } from '../shared/Section.tsx'

/** The accelerator's six months on one line, so that a visitor sees quickly what happens, and by when one applies. */
export function Journey({ at }: { readonly at: Date }) {
  return (
    <Section
      title="Six months, one line"
      intro="What happens in the accelerator, from the first Monday to demo day."
      ground="sunk"
      aside={
        <>
          <p>{cohortLine(cohorts, at, promises.answers.Accelerator.words)}</p>
          <ButtonLink weight="quiet" href="/accelerator">
            More about the accelerator
          </ButtonLink>
        </>
      }
    >
      <Line stops={programs.accelerator.journey.items} />
    </Section>
  )
}
