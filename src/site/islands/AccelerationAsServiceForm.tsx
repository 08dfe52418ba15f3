import { accelerationAsService } from '../../forms/definitions/acceleration-as-service.ts'
import { formIsland, startOf } from './form-island.tsx'

export const AccelerationAsServiceForm = formIsland(() => accelerationAsService)

export const start = startOf(accelerationAsService)
