import { Switch } from './Switch.tsx'

/** A letter as it will look, or its plain text. */
export const LookSwitch = ({ plain, choose }: { readonly plain: boolean; choose(plain: boolean): void }) => (
  <Switch
    label="Form"
    options={[
      { value: 'html', name: 'Preview' },
      { value: 'plain', name: 'Plain text' },
    ]}
    value={plain ? 'plain' : 'html'}
    choose={(value) => choose(value === 'plain')}
  />
)
