"""Sprue's engine: CAD geometry in, manufacturability facts out.

It reads a part, measures it, recognizes its features and judges it by rule packs. It knows no HTTP, no
window and no database. Start with `engine/README.md`; `engine.pipeline` is the order of the stages.
"""
