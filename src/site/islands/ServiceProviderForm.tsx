import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { serviceProvider } from '../../forms/definitions/service-provider.ts'

export const ServiceProviderForm = () => <ApplicationForm form={serviceProvider} />
