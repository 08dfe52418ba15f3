import { ApplicationForm } from '../../form-view/ApplicationForm.tsx'
import { accelerationAsService } from '../../forms/definitions/acceleration-as-service.ts'

export const AccelerationAsServiceForm = () => <ApplicationForm form={accelerationAsService} />
