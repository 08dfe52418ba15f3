import { accelerationAsService } from '../../forms/definitions/acceleration-as-service.ts'
import { FormPlace, type PageData, starter } from './FormPlace.tsx'

export const AccelerationAsServiceForm = (data: PageData) => <FormPlace form={accelerationAsService} data={data} />

export const start = starter(accelerationAsService)
