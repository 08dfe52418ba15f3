import { accelerationAsService } from '../../forms/definitions/acceleration-as-service.ts'
import { FormIsland, type PageData, startOf } from './FormIsland.tsx'

export const AccelerationAsServiceForm = (data: PageData) => <FormIsland form={accelerationAsService} data={data} />

export const start = startOf(accelerationAsService)
