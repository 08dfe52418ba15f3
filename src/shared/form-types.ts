/** The nine form types, in the order in which the site and the desk list them (contract, section 4). */
export const formTypes = [
  'Accelerator',
  'StartupStudio',
  'FundRaise',
  'AccelerationAsService',
  'ServiceProvider',
  'WorkForStartups',
  'EarlyCustomer',
  'Contact',
  'Investor',
] as const

export type FormType = (typeof formTypes)[number]

export const isFormType = (name: unknown): name is FormType => formTypes.some((type) => type === name)

const spelled = new Map<string, FormType>(formTypes.map((type) => [type.toLowerCase(), type]))
spelled.set('investors', 'Investor')

/**
 * Reads a form type in any of the specification's spellings (`ACCELERATION_AS_SERVICE`, `work-for-startups`, the sheet `Investors`) and any letter
 * case; undefined for other names.
 */
export function readFormType(name: unknown): FormType | undefined {
  return typeof name === 'string' ? spelled.get(name.toLowerCase().replace(/[\s_-]/g, '')) : undefined
}

/** The file of content/ with what differs from a form's definition, such as `forms/startup-studio.yaml`. */
export const formFile = (type: FormType): `forms/${string}.yaml` =>
  `forms/${type.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase()}.yaml`

/** The page of a form whose page is not called as the form is. */
const otherPages: Readonly<Partial<Record<FormType, string>>> = { EarlyCustomer: 'become-early-customer', Investor: 'investors' }

/** The path of the page of a form, such as `/startup-studio`. */
export const formPage = (type: FormType): string =>
  `/${otherPages[type] ?? formFile(type).slice('forms/'.length, -'.yaml'.length)}`
