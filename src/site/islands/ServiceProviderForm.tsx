import { serviceProvider } from '../../forms/definitions/service-provider.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const ServiceProviderForm = (data: PageData) => <FormPlace form={serviceProvider} data={data} />

export const start = starter(serviceProvider)
