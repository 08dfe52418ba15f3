import { serviceProvider } from '../../forms/definitions/service-provider.ts'
import { formIsland, startOf } from './form-island.tsx'

export const ServiceProviderForm = formIsland(() => serviceProvider)

export const start = startOf(serviceProvider)
