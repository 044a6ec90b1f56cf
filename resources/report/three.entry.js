// What `viewer.js` takes of three.js; CONTRIBUTING.md tells how `three.min.js` is made of it.
export {
  AlwaysStencilFunc, BackSide, BufferAttribute, BufferGeometry, DataTexture, DecrementWrapStencilOp, DoubleSide, FrontSide,
  IncrementWrapStencilOp, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, NearestFilter, NotEqualStencilFunc,
  PerspectiveCamera, Raycaster, RGBAFormat, Scene, ShaderMaterial, UnsignedByteType, Vector2, Vector3, WebGLRenderer,
  ZeroStencilOp,
} from "three";
