import { ApplicationForm, type Standing } from '../../form-view/ApplicationForm.tsx'
import { serviceProvider } from '../../forms/definitions/service-provider.ts'

export const ServiceProviderForm = ({ notice }: Standing) => <ApplicationForm form={serviceProvider} notice={notice} />
