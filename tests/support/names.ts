/** Names, addresses, and words that Tamil takes as they are. */
export const names =
  /Kolam|Accelerator|Acceleration as a Service|Startup|Studio|Fund|Raise|Palai Foods|[\w.•+-]+@[\w.-]+|https?:\S+|Example Private Limited|CIN|U00000TN2019PTC000000|Asha Example|Revathi Anbarasan|Mylapore|Chennai|Tamil Nadu|India|Tamarind|tamarind|\b[A-Z][A-Za-z]?[A-Z0-9&]+\w*\b|SaaS|MoU|Pre-Seed|Seed|Series|Word|Computer Science|Data Protection Board|Digital Personal Data Protection Act|data fiduciary|session storage|utm_|OpenStreetMap|English|Threshold Street|\b[0-9A-F]{8}\b/g
