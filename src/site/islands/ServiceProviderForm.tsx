import { serviceProvider } from '../../forms/definitions/service-provider.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const ServiceProviderForm = (data: PageData) => <FormIsland form={serviceProvider} data={data} />

export const start = startOf(serviceProvider)
