import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LettersResponse } from '../../api/letter-responses.ts'
import { lettersPath, sitePath } from '../applications/url-state.ts'
import { letterLabel } from '../labels.ts'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { navigate, usePageUrl } from '../ui/address-bar.ts'
import { Field } from '../ui/Field.tsx'
import { Screen } from '../ui/Screen.tsx'
import { LetterFormatSwitch, Switch } from '../ui/Switch.tsx'
import { useMedia } from '../ui/use-media.ts'
import { LetterView } from './LetterView.tsx'
import { lettersQuery } from './letters.ts'

/** Previews of every letter, addressed to an invented applicant, for those who edit the texts. */
export function LettersPage() {
  const query = useQuery(lettersQuery)
  return (
    <Screen title="Letters" busy={query.isPending}>
      <p className="soft">
        Every published letter, addressed to an invented applicant. The texts are edited at <a href={sitePath}>Site</a>, where
        each is shown for a chosen application.
      </p>
      {query.data !== undefined && <LetterPreview letters={query.data.letters} />}
      <LoadFailure title="The letters could not be loaded" query={query} />
    </Screen>
  )
}

/** The letters by template; each template has one preview per form that sends it. */
function groups(
  letters: LettersResponse['letters'],
): readonly { readonly title: string; readonly of: LettersResponse['letters'] }[] {
  const titles = [...new Set(letters.map(({ name }) => name.split(' · ')[0] ?? ''))]
  return titles.map((title) => ({ title, of: letters.filter(({ name }) => name.split(' · ')[0] === title) }))
}

function LetterPreview({ letters }: { letters: LettersResponse['letters'] }) {
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const requested = decodeURIComponent(usePageUrl().hash.slice(1))
  const name = letters.some((option) => option.name === requested) ? requested : (letters[0]?.name ?? '')
  const [dark, setDark] = useState<boolean>()
  const onPhone = useMedia('(width < 40rem)')
  const [asPhone, setAsPhone] = useState<boolean>()
  const narrow = asPhone ?? onPhone
  const [plain, setPlain] = useState(false)
  const letter = letters.find((option) => option.name === name)
  const choose = (next: string): void => navigate(`${lettersPath}#${encodeURIComponent(next)}`, 'replace')
  return (
    <div className="stack gap-5">
      <div className="fields strip">
        <Field label="Letter">
          <select value={name} onChange={(event) => choose(event.target.value)}>
            {groups(letters).map(({ title, of }) => (
              <optgroup key={title} label={of[0]?.title ?? letterLabel(title)}>
                {of.map((option) => (
                  <option key={option.name} value={option.name}>
                    {option.title ?? option.name.split(' · ')[1]}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </Field>
        <LetterFormatSwitch plain={plain} choose={setPlain} />
        <Switch
          label="Colours"
          options={[
            { value: 'light', name: 'Light' },
            { value: 'dark', name: 'Dark' },
          ]}
          value={(dark ?? systemDark) ? 'dark' : 'light'}
          choose={(value) => setDark(value === 'dark')}
        />
        <Switch
          label="Width"
          options={[
            { value: 'desktop', name: 'Computer' },
            { value: 'phone', name: 'Phone' },
          ]}
          value={narrow ? 'phone' : 'desktop'}
          choose={(value) => setAsPhone(value === 'phone')}
        />
      </div>
      {letter !== undefined && <LetterView letter={letter} plain={plain} dark={dark ?? systemDark} narrow={narrow} />}
    </div>
  )
}
