/** Whether `object` itself has a property of this name: `Object.hasOwn`, which Chrome knows from 93 on, Safari from 15.4. */
export const hasOwn = (object: object, name: string): boolean => Object.prototype.propertyIsEnumerable.call(object, name)
