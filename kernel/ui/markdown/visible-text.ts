export { visibleText } from '../../api/visible-text.ts';
